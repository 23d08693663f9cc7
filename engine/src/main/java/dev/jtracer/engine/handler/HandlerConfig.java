// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler;

/**
 * What a user may set for handlers. Times are in nanoseconds, at least 0.
 *
 * @param slowCallNanos a call that lasts at least this long is worth a warning
 * @param slowCallbackNanos the same for a run of a callback
 * @param lagNanos a delay of the tracer's own clock that is worth a warning: all threads stood still, or too few cores
 * @param mostWarnings warnings of each kind that are kept; more are counted
 */
public record HandlerConfig(long slowCallNanos, long slowCallbackNanos, long lagNanos, int mostWarnings) {
    private static final long MILLISECOND = 1_000_000;

    /** 50 ms for calls and callbacks, which is Chrome's bound for a long task, and for lag. */
    public static final HandlerConfig DEFAULT =
            new HandlerConfig(50 * MILLISECOND, 50 * MILLISECOND, 50 * MILLISECOND, 10_000);

    public HandlerConfig {
        if (slowCallNanos < 0 || slowCallbackNanos < 0 || lagNanos < 0 || mostWarnings < 0) {
            throw new IllegalArgumentException("a threshold is negative; 0 is the smallest");
        }
    }
}
