// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.hazard.cases;

import java.util.function.Function;
import java.util.stream.Stream;

/** Defined anew as a hidden class. */
final class ToBeHidden {
    private ToBeHidden() {}

    static String tell() {
        // References alone: the JDK cannot link a lambda whose body is in a hidden class, because it finds that class
        // by name.
        Function<String, String> reference = "a"::concat;
        return Stream.of("b", "c").map(reference).map(String::length).toList().toString();
    }
}
