// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.context;

import org.jspecify.annotations.Nullable;

/** The classes of the JDK that send HTTP requests. They are woven by their names, unlike all other classes of the JDK. */
public final class HttpClients {
    private static final String CLIENT = "jdk/internal/net/http/HttpClientImpl";
    private static final String EXCHANGE = "jdk/internal/net/http/MultiExchange";
    private static final String CONNECTION = "sun/net/www/protocol/http/HttpURLConnection";
    private static final String REQUEST_AND_HANDLER =
            "(Ljava/net/http/HttpRequest;Ljava/net/http/HttpResponse$BodyHandler;";

    private HttpClients() {}

    /** Returns whether a class of the JDK is one of them. */
    public static boolean contain(String className) {
        return className.equals(CLIENT) || className.equals(EXCHANGE) || className.equals(CONNECTION);
    }

    /** Returns what a method of one of the classes does; null for any other method. */
    static @Nullable ContextMethod find(String name, String descriptor) {
        // All forms of sendAsync call the last one, and send does so within itself.
        return switch (name) {
            case "send" ->
                descriptor.equals(REQUEST_AND_HANDLER + ")Ljava/net/http/HttpResponse;")
                        ? ContextMethod.of(ContextMethod.Kind.CALL)
                        : null;
            case "sendAsync" ->
                descriptor.startsWith(REQUEST_AND_HANDLER) && descriptor.contains("Ljava/util/concurrent/Executor;)")
                        ? ContextMethod.of(ContextMethod.Kind.ASYNC_CALL)
                        : null;
            case "responseAsync" ->
                descriptor.equals("(Ljava/util/concurrent/Executor;)Ljava/util/concurrent/CompletableFuture;")
                        ? ContextMethod.of(ContextMethod.Kind.ASYNC_RESPONSE)
                        : null;
            case "getInputStream0" ->
                descriptor.equals("()Ljava/io/InputStream;") ? ContextMethod.of(ContextMethod.Kind.URL_CALL) : null;
            default -> null;
        };
    }
}
