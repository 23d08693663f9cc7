// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.context;

import dev.jtracer.bootstrap.context.RequestReader;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import org.jspecify.annotations.Nullable;

/**
 * The choice of the methods that carry context, by their names and descriptors alone. Whether the class of a
 * statement or of a connection implements the interface of JDBC is decided when the method is called: the supertypes
 * may not be loaded yet.
 */
final class ContextMethods {
    private static final String EXCHANGE = "com/sun/net/httpserver/HttpExchange";
    /** Method of the JDK's server that is called before the handler. */
    private static final String AUTHENTICATION = "authenticate";

    private static final String SQL_TEXT = "(Ljava/lang/String;";

    private final boolean http;
    private final boolean jdbc;
    /** The class whose methods are chosen; null for those of any class. */
    private final @Nullable NamedClass named;

    /** Chooses the methods of HTTP requests, those of JDBC, or both. */
    ContextMethods(boolean http, boolean jdbc) {
        this.http = http;
        this.jdbc = jdbc;
        this.named = null;
    }

    ContextMethods(NamedClass named) {
        this.http = false;
        this.jdbc = false;
        this.named = named;
    }

    /** Returns whether the methods are those of a class for logs, which need no preparation. */
    boolean areOfLog() {
        return named != null && named.isOfLog();
    }

    /** Returns what a method does; null for any other method. */
    @Nullable
    ContextMethod find(int access, String name, String descriptor) {
        int left = Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE | Opcodes.ACC_BRIDGE;
        if ((access & left) != 0 || name.startsWith("<")) {
            return null;
        }
        if (named != null) {
            return named.find(access, name, descriptor);
        }
        boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
        ContextMethod request = http ? request(isStatic, name, descriptor) : null;
        if (request != null || isStatic || !jdbc) {
            return request;
        }
        boolean hasText = descriptor.startsWith(SQL_TEXT);
        if (isExecution(name, descriptor)) {
            return ContextMethod.statement(ContextMethod.Kind.STATEMENT, hasText);
        }
        if (name.equals("addBatch") && descriptor.equals(SQL_TEXT.concat(")V"))) {
            return ContextMethod.statement(ContextMethod.Kind.BATCH, true);
        }
        if (name.equals("clearBatch") && descriptor.equals("()V")) {
            return ContextMethod.of(ContextMethod.Kind.BATCH_END);
        }
        boolean prepares = name.equals("prepareStatement") || name.equals("prepareCall");
        return prepares && hasText && descriptor.endsWith("Statement;")
                ? ContextMethod.statement(ContextMethod.Kind.PREPARATION, true)
                : null;
    }

    private static boolean isExecution(String name, String descriptor) {
        if (!descriptor.startsWith("()") && !descriptor.startsWith(SQL_TEXT)) {
            return false;
        }
        return switch (name) {
            case "execute" -> descriptor.endsWith(")Z");
            case "executeQuery" -> descriptor.endsWith(")Ljava/sql/ResultSet;");
            case "executeUpdate" -> descriptor.endsWith(")I");
            case "executeLargeUpdate" -> descriptor.endsWith(")J");
            case "executeBatch" -> descriptor.equals("()[I");
            case "executeLargeBatch" -> descriptor.equals("()[J");
            default -> false;
        };
    }

    private static @Nullable ContextMethod request(boolean isStatic, String name, String descriptor) {
        if (descriptor.contains("L" + EXCHANGE + ";") && !name.equals(AUTHENTICATION)) {
            // A handler, the body of a lambda that is one, or a method that one calls: the outermost is recorded.
            int slot = isStatic ? 0 : 1;
            for (Type parameter : Type.getArgumentTypes(descriptor)) {
                if (parameter.getSort() == Type.OBJECT
                        && parameter.getInternalName().equals(EXCHANGE)) {
                    return request(RequestReader.JDK_SERVER, slot, slot);
                }
                slot += parameter.getSize();
            }
            return null;
        }
        if (isStatic) {
            return null;
        }
        if (!name.equals("service") && !name.equals("doFilter")) {
            return async(name, descriptor);
        }
        return startsWithRequest(descriptor, "javax")
                ? request(RequestReader.JAVAX_SERVLET, 1, 2)
                : startsWithRequest(descriptor, "jakarta") ? request(RequestReader.JAKARTA_SERVLET, 1, 2) : null;
    }

    private static ContextMethod request(int api, int requestSlot, int responseSlot) {
        return new ContextMethod(ContextMethod.Kind.REQUEST, api, requestSlot, responseSlot);
    }

    /* The last two may be methods of any class: the code that is woven into them finds no request then. */
    private static @Nullable ContextMethod async(String name, String descriptor) {
        return switch (name) {
            case "startAsync" ->
                descriptor.endsWith(")Ljavax/servlet/AsyncContext;")
                                || descriptor.endsWith(")Ljakarta/servlet/AsyncContext;")
                        ? ContextMethod.of(ContextMethod.Kind.ASYNC_START)
                        : null;
            case "complete" -> descriptor.equals("()V") ? ContextMethod.of(ContextMethod.Kind.ASYNC_COMPLETION) : null;
            case "dispatch" ->
                descriptor.equals("()V")
                                || descriptor.equals("(Ljava/lang/String;)V")
                                || descriptor.endsWith("/servlet/ServletContext;Ljava/lang/String;)V")
                        ? ContextMethod.of(ContextMethod.Kind.ASYNC_DISPATCH)
                        : null;
            default -> null;
        };
    }

    private static boolean startsWithRequest(String descriptor, String root) {
        String servlet = "L" + root + "/servlet/";
        return descriptor.startsWith("(" + servlet + "ServletRequest;" + servlet + "ServletResponse;")
                || descriptor.startsWith(
                        "(" + servlet + "http/HttpServletRequest;" + servlet + "http/HttpServletResponse;");
    }
}
