// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.util.function.Supplier;

/** A factory of callbacks that is excluded from the trace. */
public final class MadeElsewhere {
    private MadeElsewhere() {}

    /** A lambda. */
    static Supplier<String> lambda(String word) {
        return () -> word + " of a lambda";
    }

    /** An object of a class. */
    static Supplier<String> object(String word) {
        return new Supplier<>() {
            @Override
            public String get() {
                return word.concat(" of an object");
            }
        };
    }
}
