// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.context;

import org.jspecify.annotations.Nullable;

/**
 * The classes of servers that are woven by their names: their methods have no type of a common interface by which others could be
 * recognised.
 */
public final class ServerClasses {
    /** Begin of the names of all of them, with dots. */
    public static final String PREFIX = "io.";

    /** Calls the filters and the handler of the JDK's server, whose lambdas no transformer receives once they are loaded. */
    private static final String JDK_CHAIN = "com/sun/net/httpserver/Filter$Chain";

    private static final String NETTY = "io/netty/handler/codec/";
    private static final String NETTY_DECODER = NETTY + "ByteToMessageDecoder";
    private static final String NETTY_HTTP_DECODER = NETTY + "http/HttpObjectDecoder";
    private static final String NETTY_HTTP_ENCODER = NETTY + "http/HttpObjectEncoder";
    private static final String UNDERTOW = "io/undertow/server/";
    private static final String UNDERTOW_CONNECTORS = UNDERTOW + "Connectors";
    private static final String UNDERTOW_EXCHANGE = UNDERTOW + "HttpServerExchange";
    private static final String HANDLER_AND_EXCHANGE =
            "(Lio/undertow/server/HttpHandler;Lio/undertow/server/HttpServerExchange;)V";
    private static final String CONTEXT = "(Lio/netty/channel/ChannelHandlerContext;";

    private ServerClasses() {}

    /** Returns whether a class is one of them. */
    public static boolean contain(String className) {
        return className.startsWith(NETTY)
                ? className.equals(NETTY_DECODER)
                        || className.equals(NETTY_HTTP_DECODER)
                        || className.equals(NETTY_HTTP_ENCODER)
                : className.equals(UNDERTOW_CONNECTORS) || className.equals(UNDERTOW_EXCHANGE);
    }

    /** Returns whether a class of the JDK is one of its own server's. Its methods are recognised like those of any class. */
    public static boolean isOfJdk(String className) {
        return className.equals(JDK_CHAIN);
    }

    /** Returns what a method of one of the classes does; null for any other method. */
    static @Nullable ContextMethod find(String className, String name, String descriptor) {
        return switch (className) {
            case NETTY_DECODER ->
                is(name, descriptor, "channelRead", "Ljava/lang/Object;)V")
                        ? ContextMethod.of(ContextMethod.Kind.NETTY_READ)
                        : is(name, descriptor, "channelInactive", ")V")
                                ? ContextMethod.of(ContextMethod.Kind.NETTY_CLOSE)
                                : null;
            case NETTY_HTTP_DECODER ->
                is(name, descriptor, "decode", "Lio/netty/buffer/ByteBuf;Ljava/util/List;)V")
                        ? ContextMethod.of(ContextMethod.Kind.NETTY_DECODING)
                        : null;
            case NETTY_HTTP_ENCODER ->
                is(name, descriptor, "encode", "Ljava/lang/Object;Ljava/util/List;)V")
                        ? ContextMethod.of(ContextMethod.Kind.NETTY_ENCODING)
                        : null;
            case UNDERTOW_CONNECTORS ->
                name.equals("executeRootHandler") && descriptor.equals(HANDLER_AND_EXCHANGE)
                        ? ContextMethod.of(ContextMethod.Kind.UNDERTOW_HANDLER)
                        : null;
            case UNDERTOW_EXCHANGE ->
                name.equals("invokeExchangeCompleteListeners") && descriptor.equals("()V")
                        ? ContextMethod.of(ContextMethod.Kind.UNDERTOW_COMPLETION)
                        : null;
            default -> null;
        };
    }

    private static boolean is(String name, String descriptor, String wanted, String wantedParameters) {
        return name.equals(wanted) && descriptor.equals(CONTEXT.concat(wantedParameters));
    }
}
