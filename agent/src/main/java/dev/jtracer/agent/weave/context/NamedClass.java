// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.context;

import dev.jtracer.agent.weave.context.ContextMethod.Kind;
import java.util.HashMap;
import java.util.Map;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;

/** A class that is woven by its name, with the purposes of its methods. No type of a common interface shows these. */
final class NamedClass {
    /** By internal name, and by the name with dots, so that a walk over all loaded classes converts none. */
    private static final Map<String, NamedClass> BY_NAME = new HashMap<>();

    /** Calls the filters and the handler of the JDK's server. No transformer receives its lambdas once loaded. */
    private static final String JDK_CHAIN = "com/sun/net/httpserver/Filter$Chain";

    private static final String JDK_CHAIN_WITH_DOTS = JDK_CHAIN.replace('/', '.');

    /** Begin of the names of the classes that OpenTelemetry's agent copies, which the bootstrap loader defines. */
    private static final String OF_AGENT = "io/opentelemetry/javaagent/shaded/";

    static {
        String requestAndHandler = "(Ljava/net/http/HttpRequest;Ljava/net/http/HttpResponse$BodyHandler;";
        // All forms of sendAsync call the last one, and send does so within itself.
        add(
                Group.JDK_CLIENT,
                "jdk/internal/net/http/HttpClientImpl",
                new Method(Kind.CALL, "send", requestAndHandler.concat(")Ljava/net/http/HttpResponse;")),
                new Method(
                        Kind.ASYNC_CALL,
                        "sendAsync",
                        requestAndHandler.concat(
                                "*Ljava/util/concurrent/Executor;)Ljava/util/concurrent/CompletableFuture;")));
        add(
                Group.JDK_CLIENT,
                "jdk/internal/net/http/MultiExchange",
                new Method(
                        Kind.ASYNC_RESPONSE,
                        "responseAsync",
                        "(Ljava/util/concurrent/Executor;)Ljava/util/concurrent/CompletableFuture;"));
        add(
                Group.JDK_CLIENT,
                "sun/net/www/protocol/http/HttpURLConnection",
                new Method(Kind.URL_CALL, "getInputStream0", "()Ljava/io/InputStream;"));

        String context = "(Lio/netty/channel/ChannelHandlerContext;";
        String list = "Ljava/util/List;)V";
        add(
                Group.SERVER,
                "io/netty/handler/codec/ByteToMessageDecoder",
                new Method(Kind.NETTY_READ, "channelRead", context.concat("Ljava/lang/Object;)V")),
                new Method(Kind.NETTY_CLOSE, "channelInactive", context.concat(")V")));
        add(
                Group.SERVER,
                "io/netty/handler/codec/http/HttpObjectDecoder",
                new Method(
                        Kind.NETTY_DECODING,
                        "decode",
                        context.concat("Lio/netty/buffer/ByteBuf;").concat(list)));
        add(
                Group.SERVER,
                "io/netty/handler/codec/http/HttpObjectEncoder",
                new Method(
                        Kind.NETTY_ENCODING,
                        "encode",
                        context.concat("Ljava/lang/Object;").concat(list)));
        add(
                Group.SERVER,
                "io/undertow/server/Connectors",
                new Method(
                        Kind.UNDERTOW_HANDLER,
                        "static executeRootHandler",
                        "(Lio/undertow/server/HttpHandler;Lio/undertow/server/HttpServerExchange;)V"));
        add(
                Group.SERVER,
                "io/undertow/server/HttpServerExchange",
                new Method(Kind.UNDERTOW_COMPLETION, "invokeExchangeCompleteListeners", "()V"));

        for (String log : new String[] {
            "org/slf4j/MDC",
            "org/apache/logging/log4j/ThreadContext",
            "org/apache/log4j/MDC",
            "org/jboss/logmanager/MDC"
        }) {
            add(
                    Group.LOG,
                    log,
                    new Method(Kind.LOG_PUT, "static put", "(Ljava/lang/String;Ljava/lang/String;)*"),
                    new Method(Kind.LOG_PUT, "static put", "(Ljava/lang/String;Ljava/lang/Object;)*"),
                    new Method(Kind.LOG_PUT_ALL, "static putAll", "(Ljava/util/Map;)V"),
                    new Method(Kind.LOG_REPLACE, "static setContextMap", "(Ljava/util/Map;)V"),
                    new Method(Kind.LOG_REMOVE, "static remove", "(Ljava/lang/String;)*"),
                    new Method(Kind.LOG_CLEAR, "static removeAll", "(Ljava/lang/Iterable;)V"),
                    new Method(Kind.LOG_CLEAR, "static clear", "()V"),
                    new Method(Kind.LOG_CLEAR, "static clearAll", "()V"),
                    new Method(Kind.LOG_CLEAR, "static clearMap", "()V"));
        }
        for (String root : new String[] {"", OF_AGENT}) {
            String storage = root.concat("io/opentelemetry/context/ThreadLocalContextStorage");
            Group group = root.isEmpty() ? Group.LOG : Group.LOG_OF_AGENT;
            add(group, storage, new Method(Kind.SPAN_ATTACH, "attach", "*io/opentelemetry/context/Scope;"));
            add(group, storage.concat("$ScopeImpl"), new Method(Kind.SPAN_DETACH, "close", "()V"));
        }
    }

    enum Group {
        /** Sends requests; one of the JDK's. */
        JDK_CLIENT,
        /** Serves requests. */
        SERVER,
        /** Puts values into the context of a log, or makes a span of OpenTelemetry a thread's current one. */
        LOG,
        /** Does so in an agent in the bootstrap loader. */
        LOG_OF_AGENT
    }

    final Group group;
    private final Method[] methods;

    private NamedClass(Group group, Method[] methods) {
        this.group = group;
        this.methods = methods;
    }

    /** Returns whether the class keeps the context of a log. Such a class needs no preparation. */
    boolean isOfLog() {
        // No switch, which has a class of its own that is loaded at its first use.
        return group == Group.LOG || group == Group.LOG_OF_AGENT;
    }

    private static void add(Group group, String className, Method... methods) {
        NamedClass named = new NamedClass(group, methods);
        BY_NAME.put(className, named);
        BY_NAME.put(className.replace('/', '.'), named);
    }

    /** Returns the class with a name, in internal form or with dots; null for all others. */
    static @Nullable NamedClass of(String className) {
        return BY_NAME.get(className);
    }

    /** Returns whether a class is one of the JDK's own server. Its methods are recognised like those of any class. */
    static boolean isOfJdkServer(String className) {
        return className.equals(JDK_CHAIN) || className.equals(JDK_CHAIN_WITH_DOTS);
    }

    /** Returns what a method does; null for any other method. */
    @Nullable
    ContextMethod find(int access, String name, String descriptor) {
        for (Method method : methods) {
            if (method.is((access & Opcodes.ACC_STATIC) != 0, name, descriptor)) {
                return ContextMethod.of(method.kind);
            }
        }
        return null;
    }

    private static final class Method {
        private static final String STATIC = "static ";

        private final Kind kind;
        private final boolean isStatic;
        private final String name;
        private final String descriptor;

        /**
         * @param name after the word static if it is
         * @param descriptor with a star for any characters
         */
        Method(Kind kind, String name, String descriptor) {
            this.kind = kind;
            this.isStatic = name.startsWith(STATIC);
            this.name = isStatic ? name.substring(STATIC.length()) : name;
            this.descriptor = descriptor;
        }

        boolean is(boolean itsStatic, String itsName, String its) {
            if (itsStatic != isStatic || !itsName.equals(name)) {
                return false;
            }
            int star = descriptor.indexOf('*');
            return star < 0
                    ? its.equals(descriptor)
                    : its.length() >= descriptor.length() - 1
                            && its.startsWith(descriptor.substring(0, star))
                            && its.endsWith(descriptor.substring(star + 1));
        }
    }
}
