// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.context;

import dev.jtracer.bootstrap.LossCounter;
import dev.jtracer.bootstrap.RecorderFailures;
import dev.jtracer.bootstrap.TracerSwitch;
import java.lang.invoke.MethodHandles;
import org.jspecify.annotations.Nullable;

/**
 * The entry points for Undertow, whose handlers may pass an exchange to another thread, where they are called again.
 * They throw nothing but {@link ThreadDeath}, and wait only for a free chunk.
 */
public final class UndertowTracer {
    private static final WeakTable<ServedRequest> BY_EXCHANGE = new WeakTable<>();

    private UndertowTracer() {}

    /** Initialises the classes that run on application threads. */
    static void initialize() {
        BY_EXCHANGE.put("", new ServedRequest(null));
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
            ServedRequest known = BY_EXCHANGE.getOfRecording(exchange);
            if (known != null) {
                ServedCalls.beginLater(context, known);
                return;
            }
            ServedRequest request = new ServedRequest(RequestPath.text(reader.method(exchange), reader.path(exchange)));
            if (!BY_EXCHANGE.put(exchange, request)) {
                LossCounter.UNLINKED.increment(); // the end of another exchange
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
            ServedRequest request = BY_EXCHANGE.remove(exchange);
            if (request != null) {
                RequestReader reader = RequestReaders.of(caller, RequestReader.UNDERTOW);
                request.end(reader.isResponse(exchange) ? reader.status(exchange) : 0);
            }
        } catch (Throwable failure) {
            RecorderFailures.atEnd(failure);
        }
    }
}
