// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.top;

import dev.jtracer.agent.live.LiveSnapshot;
import dev.jtracer.agent.live.LiveSnapshot.CallbackCounts;
import dev.jtracer.agent.live.LiveSnapshot.MethodCounts;
import dev.jtracer.agent.live.LiveSnapshot.TracerState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The calls and callbacks between two snapshots.
 *
 * @param state the tracer's state at the later one
 * @param sinceBegin whether it counts from the begin of the totals, for want of an earlier snapshot of them
 * @param nanos time between the two; 0 while nothing is recorded
 * @param eventsPerSecond records drained
 * @param methods one per method, also those without a call between the two
 * @param callbacks one per callback
 */
record Window(
        TracerState state,
        boolean sinceBegin,
        long nanos,
        double eventsPerSecond,
        List<Counts<MethodCounts>> methods,
        List<Counts<CallbackCounts>> callbacks) {
    private static final double NANOS_PER_SECOND = 1e9;

    /**
     * The counts of a method or a callback.
     *
     * @param recent calls that ended, or passes and runs, between the two snapshots
     * @param all those since the totals began
     */
    record Counts<T>(T recent, T all) {}

    /**
     * Computes the difference of two snapshots.
     *
     * @param before the earlier one; without it, or if the totals began anew between the two, the difference counts
     *     from the begin of the totals
     */
    static Window between(@Nullable LiveSnapshot before, LiveSnapshot after) {
        TracerState state = after.state();
        LiveSnapshot earlier = before == null || before.state().sinceNanos() != state.sinceNanos() ? null : before;
        long start = earlier == null ? state.sinceNanos() : earlier.state().nanos();
        return new Window(
                state,
                earlier == null,
                state.recording() ? Math.max(0, state.nanos() - start) : 0,
                eventsPerSecond(before == null ? null : before.state(), state),
                counts(
                        earlier == null ? List.of() : earlier.methods(),
                        after.methods(),
                        MethodCounts::name,
                        MethodCounts::since),
                counts(
                        earlier == null ? List.of() : earlier.callbacks(),
                        after.callbacks(),
                        CallbackCounts::label,
                        CallbackCounts::since));
    }

    private static double eventsPerSecond(@Nullable TracerState before, TracerState after) {
        if (!after.recording()) {
            return 0;
        }
        TracerState earlier = before == null || before.startNanos() != after.startNanos() ? null : before;
        long events = after.events() - (earlier == null ? 0 : earlier.events());
        long nanos = after.nanos() - (earlier == null ? after.startNanos() : earlier.nanos());
        return nanos <= 0 ? 0 : events * NANOS_PER_SECOND / nanos;
    }

    private static <T> List<Counts<T>> counts(
            List<T> before, List<T> after, Function<T, String> key, BinaryOperator<T> since) {
        Map<String, T> earlier = new HashMap<>();
        before.forEach(counts -> earlier.put(key.apply(counts), counts));
        List<Counts<T>> counts = new ArrayList<>();
        for (T all : after) {
            T then = earlier.get(key.apply(all));
            counts.add(new Counts<>(then == null ? all : since.apply(all, then), all));
        }
        return counts;
    }

    /** Returns a number of this time as one per second; 0 while nothing is recorded. */
    double perSecond(long number) {
        return nanos == 0 ? 0 : number * NANOS_PER_SECOND / nanos;
    }

    /** Returns the number of cores that a time per second keeps busy. */
    static double cores(double nanosPerSecond) {
        return nanosPerSecond / NANOS_PER_SECOND;
    }

    /** Returns the cores that recording takes from the application's threads; 0 before it is measured. */
    double recordingCores() {
        return cores(eventsPerSecond * state.nanosPerTiming());
    }
}
