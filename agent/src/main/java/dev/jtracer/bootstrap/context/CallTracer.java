// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.context;

import dev.jtracer.bootstrap.MethodTracer;
import dev.jtracer.bootstrap.RecordLayout;
import dev.jtracer.bootstrap.RecorderFailures;
import dev.jtracer.bootstrap.TracerSwitch;
import java.lang.invoke.MethodHandles;
import java.net.HttpURLConnection;
import java.net.URL;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import jdk.internal.misc.Unsafe;
import org.jspecify.annotations.Nullable;

/**
 * The entry points for the methods of the JDK's HTTP clients that send a request. They throw nothing but
 * {@link ThreadDeath}, and wait only for a free chunk.
 */
public final class CallTracer {
    /* The getter would send the request. */
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long STATUS = UNSAFE.objectFieldOffset(HttpURLConnection.class, "responseCode");
    /** Connections that failed, and throw the same exception from then on. */
    private static final WeakTable<Boolean> FAILED = new WeakTable<>();

    private CallTracer() {}

    /** Initialises the classes that this one needs. */
    static void initialize() {
        FAILED.get("");
        new Response(0, RequestReaders.NONE).accept(null, null);
    }

    /**
     * Begins the sending of a request by the client of {@code java.net.http}.
     *
     * @param caller lookup of the client's class
     */
    public static void enterCall(@Nullable Object request, MethodHandles.Lookup caller) {
        if (!TracerSwitch.isOn()) {
            return;
        }
        try {
            OpenContext context = OpenContext.begin();
            context.call.enter();
            if (context.call.isOpen() || request == null) {
                return;
            }
            RequestReader reader = RequestReaders.of(caller, RequestReader.JDK_CLIENT);
            if (!reader.reads(request)) {
                return;
            }
            begin(context, reader.method(request), reader.path(request));
            context.callReader = reader;
        } catch (Throwable failure) {
            RecorderFailures.atEnd(failure);
        }
    }

    /** Begins the sending of a request by a connection, unless that is over. */
    public static void enterUrlCall(Object client) {
        if (!TracerSwitch.isOn()) {
            return;
        }
        try {
            OpenContext context = OpenContext.begin();
            context.call.enter();
            if (context.call.isOpen() || !(client instanceof HttpURLConnection connection) || isOver(connection)) {
                return;
            }
            URL url = connection.getURL();
            begin(
                    context,
                    connection.getRequestMethod(),
                    RequestPath.target(url.getHost(), url.getPort(), url.getPath()));
            context.connection = connection;
        } catch (Throwable failure) {
            RecorderFailures.atEnd(failure);
        }
    }

    private static void begin(OpenContext context, @Nullable String method, @Nullable String target) {
        String text = method == null || target == null || method.length() > RequestPath.MOST_OF_METHOD
                ? null
                : method.concat(" ").concat(target);
        int id = ContextNames.CALLS.of(text);
        context.callText = text;
        context.call.begin(id);
        if (id != 0) {
            MethodTracer.enterSampled(id);
        }
    }

    /**
     * Takes the client's own future of a response. Followed only within {@code sendAsync} of the program, since
     * {@code send} waits.
     */
    public static void awaitResponse(@Nullable Object future) {
        if (!TracerSwitch.isOn()) {
            return;
        }
        try {
            OpenContext context = OpenContext.current();
            if (context == null || !context.call.isAtOutermost() || !context.call.isOfThisRecording()) {
                return;
            }
            RequestReader reader = context.callReader;
            if (reader != null && future instanceof CompletableFuture<?> response) {
                follow(response, ContextNames.CALLS.async(context.callText), reader);
            }
        } catch (Throwable failure) {
            RecorderFailures.atEnd(failure);
        }
    }

    /**
     * Ends the sending of a request.
     *
     * @param response the response; null if it is not known here
     * @param threw whether an exception leaves it
     */
    public static void exitCall(@Nullable Object response, boolean threw) {
        try {
            OpenContext context = OpenContext.current();
            if (context == null) {
                return;
            }
            HttpURLConnection connection = context.connection;
            RequestReader reader = context.callReader;
            int id = context.call.exit();
            if (id != 0) {
                // A connection throws for the statuses of errors.
                int status = connection == null ? RequestReaders.status(reader, response) : status(connection);
                boolean isKnown = status >= RequestReaders.LEAST_STATUS;
                if (!isKnown && threw && connection != null) {
                    FAILED.put(connection, Boolean.TRUE);
                }
                MethodTracer.exitWithResult(id, isKnown ? status : -1, threw);
            }
            context.end();
        } catch (Throwable failure) {
            RecorderFailures.atEnd(failure);
        }
    }

    /** Returns whether a connection has sent its request. */
    private static boolean isOver(HttpURLConnection connection) {
        return status(connection) >= 0 || FAILED.get(connection) != null;
    }

    /** Returns the status; -1 before there is one. */
    private static int status(HttpURLConnection connection) {
        return UNSAFE.getInt(connection, STATUS);
    }

    /**
     * Records that the response will come.
     *
     * @param response the client's own future, which the program does not see
     */
    private static void follow(CompletableFuture<?> response, int nameId, RequestReader reader) {
        if (nameId != 0) {
            CompletableFuture<?> unused = response.whenComplete(new Response(nameId, reader));
        }
    }

    /** A response that comes later: its arrival is the {@link RequestEnd} of the request. */
    private static final class Response implements BiConsumer<@Nullable Object, @Nullable Throwable> {
        private final RequestEnd end;
        private final RequestReader reader;

        Response(int nameId, RequestReader reader) {
            this.end = RequestEnd.expect(nameId, null);
            this.reader = reader;
        }

        @Override
        public void accept(@Nullable Object response, @Nullable Throwable failure) {
            if (!TracerSwitch.isOn()) {
                return;
            }
            try {
                if (end.begin()) {
                    int kind = failure == null ? RecordLayout.KIND_EXIT : RecordLayout.KIND_THROW;
                    end.happen(RequestReaders.status(reader, response), null, kind);
                }
            } catch (Throwable ours) {
                RecorderFailures.atEnd(ours);
            }
        }
    }
}
