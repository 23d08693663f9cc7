// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.harness;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Waits for a condition that another process brings about. */
public final class Await {
    /** Limit of each wait, enough on a busy machine; {@code -Djtracer.it.minutes} sets it. */
    public static final Duration LIMIT = Duration.ofMinutes(Integer.getInteger("jtracer.it.minutes", 2));

    private static final long LOOK_AGAIN_NANOS = 5_000_000;

    /** A condition. */
    public interface Condition {
        boolean holds() throws Exception;
    }

    private Await() {}

    /**
     * Returns as soon as the condition holds.
     *
     * @param what names the condition in the error message
     * @throws AssertionError if it does not hold within {@link #LIMIT}
     */
    public static void until(String what, Condition condition) {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (!holds(what, condition)) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("waited " + LIMIT.toSeconds() + " s in vain for " + what);
            }
            // Another process cannot wake this one, so the condition is checked at intervals.
            LockSupport.parkNanos(LOOK_AGAIN_NANOS);
        }
    }

    private static boolean holds(String what, Condition condition) {
        try {
            return condition.holds();
        } catch (Exception e) {
            throw new AssertionError("cannot tell " + what, e);
        }
    }
}
