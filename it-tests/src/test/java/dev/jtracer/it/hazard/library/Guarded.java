// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.hazard.library;

import java.util.function.Supplier;

/** Has members that only those who extend it may reach. */
public class Guarded {
    private final Supplier<String> name;

    protected Guarded(Supplier<String> name) {
        this.name = name;
    }

    /** A type of callback for those who extend the class. */
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
