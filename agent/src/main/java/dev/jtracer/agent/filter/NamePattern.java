// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.filter;

import org.jspecify.annotations.Nullable;

/** An entry of an include or exclude list: {@code com.acme}, {@code com.acme.*Service}, {@code a.Cache#get*}. */
record NamePattern(String typePattern, @Nullable String methodPattern) {
    /** Returns whether the entry names methods, not whole classes. */
    boolean namesMethods() {
        return methodPattern != null;
    }

    /** Returns whether the entry matches a class, such as {@code com/acme/Cache$Entry}. */
    boolean matchesType(String internalName) {
        // 'com.acme' and 'com.acme.Cache' include everything within; 'com.acme.Cache#get' names that one class.
        return matches(typePattern, 0, internalName, 0, methodPattern == null);
    }

    /** Returns whether the entry matches a method of this name, in a class that it matches. */
    boolean matchesMethod(String method) {
        return methodPattern == null || matches(methodPattern, 0, method, 0, false);
    }

    /* '*' matches any characters, '?' one. '.' also matches the '/' and '$' of an internal name, so that
     * com.acme.Cache.Entry can be written as in the source. Plain loops: this runs for every class that is loaded. */
    private static boolean matches(String pattern, int p, String name, int n, boolean orWithin) {
        while (p < pattern.length()) {
            char expected = pattern.charAt(p);
            if (expected == '*') {
                return matchesRest(pattern, p + 1, name, n, orWithin);
            }
            if (n == name.length() || !matches(expected, name.charAt(n))) {
                return false;
            }
            p++;
            n++;
        }
        return n == name.length() || (orWithin && isBorder(name.charAt(n)));
    }

    private static boolean matchesRest(String pattern, int p, String name, int n, boolean orWithin) {
        if (p == pattern.length()) {
            return true;
        }
        for (int from = n; from <= name.length(); from++) {
            if (matches(pattern, p, name, from, orWithin)) {
                return true;
            }
        }
        return false;
    }

    private static boolean matches(char expected, char actual) {
        return expected == actual || expected == '?' || (expected == '.' && isBorder(actual));
    }

    private static boolean isBorder(char character) {
        return character == '/' || character == '$';
    }
}
