// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.context;

import dev.jtracer.bootstrap.LossCounters;
import dev.jtracer.bootstrap.RecorderFailures;
import dev.jtracer.bootstrap.TracerSwitch;
import java.lang.invoke.MethodHandles;
import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * The entry points for Undertow, whose handlers may pass an exchange to another thread, where they are called again.
 * They throw nothing but {@link ThreadDeath}, and wait only for a free chunk.
 */
public final class UndertowTracer {
    private static final WeakTable<Entry> BY_EXCHANGE = new WeakTable<>();

    private UndertowTracer() {}

    /** Initialises the classes that run on application threads. */
    static void initialize() {
        BY_EXCHANGE.put("", new Entry("", new ServedRequest(null)));
        forgetAll();
    }

    static void forgetAll() {
        BY_EXCHANGE.clear();
    }

    /**
     * Begins the handling of an exchange, for the first time or again, {@code Connectors.executeRootHandler}.
     *
     * @param caller lookup of Undertow's class
     */
    public static void enterHandler(@Nullable Object exchange, MethodHandles.Lookup caller) {
        if (!TracerSwitch.isOn()) {
            return;
        }
        try {
            OpenContext context = OpenContext.begin();
            context.request.enter();
            if (context.request.isOpen() || exchange == null) {
                return;
            }
            RequestReader reader = RequestReaders.of(caller, RequestReader.UNDERTOW);
            if (!reader.reads(exchange)) {
                return;
            }
            Entry entry = BY_EXCHANGE.get(exchange);
            if (entry != null && entry.epoch == TracerSwitch.epoch()) {
                ServedCalls.beginLater(context, entry.request);
                return;
            }
            ServedRequest request = new ServedRequest(RequestPath.text(reader.method(exchange), reader.path(exchange)));
            if (!BY_EXCHANGE.put(exchange, new Entry(exchange, request))) {
                LossCounters.unlinked(); // the end of another exchange
            }
            ServedCalls.beginFirst(context, request);
        } catch (Throwable failure) {
            RecorderFailures.atEnd(failure);
        }
    }

    /** Ends the handling of an exchange, which an exception may leave. */
    public static void exitHandler(boolean threw) {
        try {
            OpenContext context = OpenContext.current();
            if (context != null) {
                ServedCalls.end(context, threw);
                context.end();
            }
        } catch (Throwable failure) {
            RecorderFailures.atEnd(failure);
        }
    }

    /**
     * Takes note that an exchange is complete, {@code HttpServerExchange.invokeExchangeCompleteListeners}.
     *
     * @param caller lookup of Undertow's class
     */
    public static void complete(Object exchange, MethodHandles.Lookup caller) {
        if (!TracerSwitch.isOn()) {
            return;
        }
        try {
            Entry entry = BY_EXCHANGE.remove(exchange);
            if (entry != null && entry.epoch == TracerSwitch.epoch()) {
                RequestReader reader = RequestReaders.of(caller, RequestReader.UNDERTOW);
                entry.request.end(reader.isResponse(exchange) ? reader.status(exchange) : 0);
            }
        } catch (Throwable failure) {
            RecorderFailures.atEnd(failure);
        }
    }

    /** The request of an exchange. */
    private static final class Entry extends WeakReference<Object> {
        final ServedRequest request;
        final int epoch = TracerSwitch.epoch();

        Entry(Object exchange, ServedRequest request) {
            super(exchange);
            this.request = request;
        }
    }
}
