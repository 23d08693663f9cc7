// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.context;

import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;

/**
 * The classes by which a program puts values into the context of its log, MDC, and by which OpenTelemetry makes a span a thread's
 * current one. They are woven by their names.
 */
public final class LogContexts {
    private static final String OPEN_TELEMETRY = "io/opentelemetry/context/ThreadLocalContextStorage";
    /** The copy of the same class in OpenTelemetry's agent, which the bootstrap loader defines. */
    private static final String OF_AGENT = "io/opentelemetry/javaagent/shaded/".concat(OPEN_TELEMETRY);

    private static final String SCOPE = "$ScopeImpl";

    private LogContexts() {}

    /** Returns whether a class is one of them. */
    public static boolean contain(String className) {
        return switch (className) {
            case "org/slf4j/MDC",
                    "org/apache/logging/log4j/ThreadContext",
                    "org/apache/log4j/MDC",
                    "org/jboss/logmanager/MDC" -> true;
            default -> areOf(OPEN_TELEMETRY, className) || areOfAgent(className);
        };
    }

    /** Returns whether a class is one of them, and of an agent in the bootstrap loader. */
    public static boolean areOfAgent(String className) {
        return areOf(OF_AGENT, className);
    }

    private static boolean areOf(String storage, String className) {
        return className.equals(storage)
                || className.startsWith(SCOPE, storage.length()) && className.startsWith(storage);
    }

    /** Returns what a method of one of the classes does; null for any other method. */
    static @Nullable ContextMethod find(int access, String name, String descriptor) {
        if ((access & Opcodes.ACC_STATIC) == 0) {
            return ofOpenTelemetry(name, descriptor);
        }
        ContextMethod.Kind kind =
                switch (name) {
                    case "put" ->
                        descriptor.startsWith("(Ljava/lang/String;Ljava/lang/String;)")
                                        || descriptor.startsWith("(Ljava/lang/String;Ljava/lang/Object;)")
                                ? ContextMethod.Kind.LOG_PUT
                                : null;
                    case "putAll" -> descriptor.equals("(Ljava/util/Map;)V") ? ContextMethod.Kind.LOG_PUT_ALL : null;
                    case "setContextMap" ->
                        descriptor.equals("(Ljava/util/Map;)V") ? ContextMethod.Kind.LOG_REPLACE : null;
                    case "removeAll" ->
                        descriptor.equals("(Ljava/lang/Iterable;)V") ? ContextMethod.Kind.LOG_CLEAR : null;
                    case "remove" ->
                        descriptor.startsWith("(Ljava/lang/String;)") ? ContextMethod.Kind.LOG_REMOVE : null;
                    case "clear", "clearAll", "clearMap" ->
                        descriptor.equals("()V") ? ContextMethod.Kind.LOG_CLEAR : null;
                    default -> null;
                };
        return kind == null ? null : ContextMethod.of(kind);
    }

    private static @Nullable ContextMethod ofOpenTelemetry(String name, String descriptor) {
        if (name.equals("attach") && descriptor.endsWith("io/opentelemetry/context/Scope;")) {
            return ContextMethod.of(ContextMethod.Kind.SPAN_ATTACH);
        }
        return name.equals("close") && descriptor.equals("()V")
                ? ContextMethod.of(ContextMethod.Kind.SPAN_DETACH)
                : null;
    }
}
