// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.config;

import org.jspecify.annotations.Nullable;

/** The share of JVMs, or of root calls, that are recorded: 1 of {@code oneOf}, which is at least 1. */
public record SampleShare(int oneOf) {
    static final int MOST = 1_000_000_000;
    private static final String ONE_OF = "1/";

    /** Returns the share of a text like {@code 1/100}; null if it is none. */
    static @Nullable SampleShare parse(String text) {
        if (!text.startsWith(ONE_OF) || text.length() > ONE_OF.length() + 10) {
            return null;
        }
        long number = 0;
        for (int i = ONE_OF.length(); i < text.length(); i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return null;
            }
            number = number * 10 + digit;
        }
        return number < 1 || number > MOST ? null : new SampleShare((int) number);
    }

    /** Returns whether not all are recorded. */
    public boolean dropsAny() {
        return oneOf > 1;
    }

    /** Returns whether a JVM is recorded, for which a number of random bits was drawn at its start. */
    public boolean chooses(long random) {
        return Long.remainderUnsigned(random, oneOf) == 0;
    }

    @Override
    public String toString() {
        return ONE_OF + oneOf;
    }
}
