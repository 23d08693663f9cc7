// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.hazard.library;

/** Finds callers on the stack. */
public final class Callers {
    private Callers() {}

    /** Returns the name of the class that called this method. */
    public static String caller() {
        return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                .getCallerClass()
                .getSimpleName();
    }
}
