// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler;

/**
 * The settings of handlers. Times are in nanoseconds, at least 0.
 *
 * @param slowCallNanos duration from which a call causes a warning
 * @param slowCallbackNanos duration from which a run of a callback causes a warning
 * @param lagNanos delay of the tracer's own clock that causes a warning: all threads were stopped, or there are too few
 *     cores
 * @param mostWarnings limit of warnings kept of each kind; more are only counted
 */
public record HandlerConfig(long slowCallNanos, long slowCallbackNanos, long lagNanos, int mostWarnings) {
    private static final long MILLISECOND = 1_000_000;

    /** 50 ms, Chrome's bound for a long task, for calls, callbacks and lag. */
    public static final HandlerConfig DEFAULT =
            new HandlerConfig(50 * MILLISECOND, 50 * MILLISECOND, 50 * MILLISECOND, 10_000);

    public HandlerConfig {
        if (slowCallNanos < 0 || slowCallbackNanos < 0 || lagNanos < 0 || mostWarnings < 0) {
            throw new IllegalArgumentException("a threshold is negative; 0 is the smallest");
        }
    }
}
