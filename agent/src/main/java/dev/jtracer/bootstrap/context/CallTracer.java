// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.context;

import dev.jtracer.bootstrap.MethodTracer;
import dev.jtracer.bootstrap.RecorderFailures;
import dev.jtracer.bootstrap.TracerSwitch;
import java.lang.invoke.MethodHandles;
import java.net.HttpURLConnection;
import java.net.URL;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The entry points for the methods of the JDK's HTTP clients that send a request. They throw nothing but
 * {@link ThreadDeath}, and wait only for a free chunk.
 */
public final class CallTracer {
    private CallTracer() {}

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
            if (context.call.isOpen()
                    || !(client instanceof HttpURLConnection connection)
                    || UrlCalls.isOver(connection)) {
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
                SentRequest.follow(response, ContextNames.CALLS.async(context.callText), reader);
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
                int status = connection == null ? RequestReaders.status(reader, response) : UrlCalls.status(connection);
                if (status >= RequestReaders.LEAST_STATUS) {
                    MethodTracer.exitWithResult(id, status);
                } else if (threw) {
                    if (connection != null) {
                        UrlCalls.failed(connection);
                    }
                    MethodTracer.exitThrowSampled(id);
                } else {
                    MethodTracer.exitSampled(id);
                }
            }
            context.end();
        } catch (Throwable failure) {
            RecorderFailures.atEnd(failure);
        }
    }
}
