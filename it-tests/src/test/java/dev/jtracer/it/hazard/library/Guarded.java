// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.hazard.library;

import java.util.function.Supplier;

/** A class with members that only its subclasses can access. */
public class Guarded {
    private final Supplier<String> name;

    protected Guarded(Supplier<String> name) {
        this.name = name;
    }

    /** A type of callback for subclasses. */
    protected interface Word {
        /** Says something of the other. */
        String about(String other);
    }

    protected String tell(String word) {
        return name.get() + " " + word;
    }

    protected static String shout(String word) {
        return word + "!";
    }
}
