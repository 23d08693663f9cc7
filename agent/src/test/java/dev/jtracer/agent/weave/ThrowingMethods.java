// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Methods and constructors that end by an exception, and methods that catch one. */
final class ThrowingMethods {
    @SuppressWarnings("StaticAssignmentOfThrowable")
    static final IllegalStateException THROWN = new IllegalStateException("thrown");

    private static final List<@Nullable String> LOG = new ArrayList<>();

    private ThrowingMethods() {}

    static Object identity() {
        try {
            rethrows(2);
            return "nothing thrown";
        } catch (IllegalStateException e) {
            return e == THROWN;
        }
    }

    static void escapes() {
        rethrows(0);
    }

    private static void rethrows(int depth) {
        if (depth == 0) {
            throw THROWN;
        }
        if (depth > 0) {
            rethrows(depth - 1);
        }
    }

    static String finallyBlocks() {
        LOG.clear();
        for (int i = 0; i < 4; i++) {
            LOG.add(nested(i));
        }
        return LOG.toString();
    }

    @SuppressWarnings("finally")
    private static @Nullable String nested(int n) {
        try {
            try {
                if (n == 0) {
                    return "returned";
                }
                if (n == 1) {
                    throw new IllegalArgumentException("one");
                }
                throwing(n);
                return "not reached";
            } catch (IllegalArgumentException e) {
                return e.getMessage();
            } finally {
                LOG.add("inner" + n);
                if (n == 3) {
                    throwing(4);
                }
            }
        } catch (UnsupportedOperationException e) {
            return "caught " + e.getMessage();
        } finally {
            LOG.add("outer" + n);
        }
    }

    private static void throwing(int n) {
        throw new UnsupportedOperationException("" + n);
    }

    static String constructors() {
        return made("text", false) + made(null, false) + made("text", true);
    }

    private static String made(@Nullable String text, boolean failing) {
        try {
            return new Sub(text, failing).toString();
        } catch (RuntimeException e) {
            return " " + e.getMessage();
        }
    }

    static class Base {
        final String text;

        Base(@Nullable String text, int length) {
            this.text = text + length;
        }
    }

    static final class Sub extends Base {
        // The arguments jump and may throw, all before the object exists.
        Sub(@Nullable String text, boolean failing) {
            super(
                    failing ? "failing".substring(4) : text,
                    Objects.requireNonNull(text, "no text").isEmpty() ? 0 : text.length());
            if (failing) {
                throw new IllegalStateException("failed after super");
            }
        }

        Sub() {
            this("default", false);
        }

        @Override
        public String toString() {
            return text.trim() + "";
        }
    }

    static String overflow() {
        try {
            return "" + endless(0);
        } catch (StackOverflowError e) {
            return "recovered";
        }
    }

    @SuppressWarnings("InfiniteRecursion")
    private static int endless(int n) {
        return endless(n + 1) + 1;
    }
}
