// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.callback;

/** The names of lambdas and of their bodies. */
public final class LambdaNames {
    private static final String BODY_PREFIX = "lambda$";

    private LambdaNames() {}

    /** Returns whether a method is the body of a lambda, by the name that compilers give it. */
    public static boolean isBody(String method) {
        return method.startsWith(BODY_PREFIX);
    }

    /** Returns the source method that contains a method: {@code find} for {@code lambda$find$0}. */
    public static String enclosingMethod(String method) {
        if (!isBody(method)) {
            return method;
        }
        int end = method.lastIndexOf('$');
        if (end <= BODY_PREFIX.length()) {
            return method;
        }
        String enclosing = method.substring(BODY_PREFIX.length(), end);
        return switch (enclosing) {
            case "new" -> "<init>";
            case "static" -> "<clinit>";
            default -> enclosing;
        };
    }

    /** Returns the name of the lambdas of a line; 0 is an unknown line. */
    static String site(String method, int line) {
        String name = method.concat("$lambda");
        return line == 0 ? name : name.concat(":").concat(Integer.toString(line));
    }
}
