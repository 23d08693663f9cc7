// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler;

import org.jspecify.annotations.Nullable;

/** Numbers in arguments. Some writers, for example Bazel, put them in quotes. */
public final class NumericArgument {
    private NumericArgument() {}

    /** Returns the finite number that a value is or spells; null if it is none. */
    public static @Nullable Double of(@Nullable Object value) {
        if (value instanceof Number number) {
            return finite(number.doubleValue());
        }
        if (value instanceof String text && couldBeNumber(text)) {
            try {
                return finite(Double.parseDouble(text));
            } catch (NumberFormatException e) {
                return null;
            }
        }
        return null;
    }

    // Nearly all texts are no numbers; an exception for each would be slow.
    private static boolean couldBeNumber(String text) {
        if (text.isEmpty() || text.length() > 40) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if ("0123456789.-+eE".indexOf(text.charAt(i)) < 0) {
                return false;
            }
        }
        return true;
    }

    private static @Nullable Double finite(double number) {
        return Double.isFinite(number) ? Double.valueOf(number) : null;
    }
}
