// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.text;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The name of a call that stands for a request, {@code HTTP GET /orders/{id}} to the program and {@code HTTP GET
 * shop:8080/orders/{id}} by it, or for a statement, {@code SQL SELECT * FROM
 * orders}. Its parts are shown as arguments of the call.
 */
public final class ContextName {
    /** The argument at the end of a request's call. */
    public static final String STATUS = "status";

    /** The argument at the end of a statement's call: the rows that it changed. */
    public static final String ROWS = "rows";

    /** The argument at the end of a request's call: the id by which the program's log names the request. */
    public static final String TRACE_ID = "trace_id";

    private static final String REQUEST = "HTTP ";
    private static final String ERROR_PAGE = " error";
    /** Ends of the names of what belongs to a request after the method that began it: its end, and parts that are served later. */
    private static final List<String> LATER = List.of(" async", " continued", ERROR_PAGE);

    /** The name of requests to the program whose text was not kept. */
    private static final String UNKNOWN_REQUEST = "HTTP (text not kept)";

    private static final String STATEMENT = "SQL ";

    private ContextName() {}

    /** Returns whether a name is that of a request or a statement. */
    public static boolean is(String name) {
        return name.startsWith(REQUEST) || name.startsWith(STATEMENT);
    }

    /** Returns whether a name is that of an HTTP request. */
    public static boolean isRequest(String name) {
        return name.startsWith(REQUEST);
    }

    /** Returns whether a name is that of an HTTP request that the program sent: its path has a host before it. */
    public static boolean isSent(String name) {
        int target = name.indexOf(' ', REQUEST.length()) + 1;
        return isRequest(name)
                && target > 0
                && !name.startsWith("/", target)
                && !name.startsWith("*", target)
                && !name.equals(UNKNOWN_REQUEST);
    }

    /** Returns whether a name is that of the end of an HTTP request, or a part of it, after the method that began it. */
    public static boolean isLater(String name) {
        return !request(name).equals(name);
    }

    /** Returns whether a name is that of an error page, which the thread serves after the request that failed. */
    public static boolean isErrorPage(String name) {
        return isRequest(name) && name.endsWith(ERROR_PAGE);
    }

    /** Returns the name of the HTTP request that a call belongs to. */
    public static String request(String name) {
        for (String end : LATER) {
            if (isRequest(name) && name.endsWith(end)) {
                return name.substring(0, name.length() - end.length());
            }
        }
        return name;
    }

    /** Returns the arguments that a name contains; empty for any other name. */
    public static Map<String, Object> arguments(String name) {
        if (name.startsWith(STATEMENT)) {
            return Map.of("sql", name.substring(STATEMENT.length()));
        }
        int target = name.indexOf(' ', REQUEST.length());
        if (!name.startsWith(REQUEST) || target < 0 || name.indexOf('/', target) < 0) {
            return Map.of();
        }
        Map<String, Object> arguments = new LinkedHashMap<>();
        arguments.put("method", name.substring(REQUEST.length(), target));
        arguments.put(isSent(name) ? "target" : "path", request(name).substring(target + 1));
        return arguments;
    }

    /**
     * Returns the arguments at the end of a call: the status of a request or the rows that a statement changed, and the trace id.
     *
     * @param result the status, or the number of rows; negative if it is not known
     */
    public static Map<String, Object> result(String name, long result, @Nullable String traceId) {
        Map<String, Object> arguments = new LinkedHashMap<>();
        if (result >= 0) {
            arguments.put(name.startsWith(STATEMENT) ? ROWS : STATUS, result);
        }
        if (traceId != null) {
            arguments.put(TRACE_ID, traceId);
        }
        return arguments;
    }
}
