// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.context;

import org.jspecify.annotations.Nullable;

/**
 * The path of a request, in the form in which requests to one route are alike: {@code /orders/{id}} for
 * {@code /orders/42}.
 */
final class RequestPath {
    private static final String VARIABLE = "{id}";
    private static final int MOST_CHARACTERS = 200;
    /** Limit of characters in the method of a request. */
    static final int MOST_OF_METHOD = 20;
    /** A longer segment is taken for a token. */
    private static final int MOST_OF_SEGMENT = 40;

    private RequestPath() {}

    /** Returns the text of a request's name; null if it is not known. */
    static @Nullable String text(@Nullable String method, @Nullable String path) {
        if (method == null || path == null || method.length() > MOST_OF_METHOD) {
            return null;
        }
        return method.concat(" ").concat(route(path));
    }

    /** Returns whether two texts have one route. An error page may be requested by another method. */
    static boolean isSameRoute(@Nullable String text, @Nullable String other) {
        return text != null
                && other != null
                && text.substring(text.indexOf(' ')).equals(other.substring(other.indexOf(' ')));
    }

    static String route(String path) {
        int end = path.indexOf(';'); // a session's id, and other matrix parameters
        int length = end < 0 ? path.length() : end;
        StringBuilder route = new StringBuilder(Math.min(length, MOST_CHARACTERS));
        int at = 0;
        while (at < length && route.length() < MOST_CHARACTERS) {
            int slash = path.indexOf('/', at);
            int to = slash < 0 || slash > length ? length : slash;
            if (isVariable(path, at, to)) {
                route.append(VARIABLE);
            } else {
                route.append(path, at, to);
            }
            if (to < length) {
                route.append('/');
            }
            at = to + 1;
        }
        if (at < length) {
            route.append('…');
        }
        return route.toString();
    }

    /** Returns the path in the target of a request line, without the query; null if the target is a host. */
    static @Nullable String ofTarget(String target) {
        int query = target.indexOf('?');
        int fragment = target.indexOf('#');
        int end = query < 0 ? target.length() : query;
        if (fragment >= 0 && fragment < end) {
            end = fragment;
        }
        if (target.startsWith("/") || target.equals("*")) {
            return target.substring(0, end);
        }
        int scheme = target.indexOf("://");
        if (scheme < 0 || scheme > end) {
            return null;
        }
        int slash = target.indexOf('/', scheme + 3);
        return slash < 0 || slash > end ? "/" : target.substring(slash, end);
    }

    /** Returns the host, the port unless it is negative, and the route, of a request that the program sends. */
    static String target(String host, int port, String path) {
        String authority = port < 0 ? host : host.concat(":").concat(Integer.toString(port));
        return authority.concat(path.isEmpty() ? "/" : route(path));
    }

    /**
     * Returns whether a segment seems to be a value: it has a digit and is no version like {@code v1}, or a sign of a
     * value.
     */
    private static boolean isVariable(String path, int from, int to) {
        if (to - from > MOST_OF_SEGMENT) {
            return true;
        }
        boolean isVersion = to - from <= 3 && to > from && path.charAt(from) == 'v';
        for (int i = from; i < to; i++) {
            char c = path.charAt(i);
            boolean isDigit = c >= '0' && c <= '9';
            if (isDigit ? !isVersion : c == '@' || c == '%' || c == '=' || c < ' ' || c > '~') {
                return true;
            }
        }
        return false;
    }
}
