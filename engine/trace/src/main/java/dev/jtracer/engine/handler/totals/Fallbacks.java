// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.totals;

import java.util.Set;

/**
 * The parameters of the JDK's methods that take a function for a case that may not arise: the supplier of a default,
 * the message of a failure. The method returns, and the function was not needed. Methods that keep a function and run
 * it later are not among them.
 */
public final class Fallbacks {
    /** Names as in the trace, without the class of maps, which may be any. */
    private static final Set<String> NAMES = Set.of(
            "java.util.Optional.filter[0]",
            "java.util.Optional.flatMap[0]",
            "java.util.Optional.ifPresent[0]",
            "java.util.Optional.ifPresentOrElse[0]",
            "java.util.Optional.ifPresentOrElse[1]",
            "java.util.Optional.map[0]",
            "java.util.Optional.or[0]",
            "java.util.Optional.orElseGet[0]",
            "java.util.Optional.orElseThrow[0]",
            "java.util.Objects.requireNonNull[1]",
            "java.util.Objects.requireNonNullElseGet[1]",
            "java.lang.ThreadLocal.withInitial[0]",
            "computeIfAbsent[1]",
            "computeIfPresent[1]",
            "merge[2]");

    private Fallbacks() {}

    /** Returns whether a callback, {@code java.util.Optional.orElseGet[0]}, is such a function. */
    public static boolean include(String name) {
        if (!name.startsWith("java.")) {
            return false;
        }
        String ofAnyOptional = name.replaceFirst("Optional(Int|Long|Double)", "Optional");
        return NAMES.contains(ofAnyOptional) || NAMES.contains(name.substring(name.lastIndexOf('.') + 1));
    }
}
