// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.timeline;

import dev.jtracer.engine.handler.density.Density;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The results of a first reading of a trace, from which a second reading shows a window of it. Immutable.
 *
 * @param title name of the recording; empty if it has none
 * @param originNanos the time from which times are counted: 0 of a recording of jtracer, otherwise that of the first
 *     event
 * @param firstNanos when the first call began
 * @param lastNanos when the last call ended
 * @param calls number of calls of methods, unfinished ones included
 * @param runs number of runs of callbacks
 * @param threads number of threads with calls
 * @param density what each thread did, by the outer {@value #LEVELS} levels
 * @param roots the slowest root calls, as a report numbers them
 * @param inOrder whether the times of each thread's events never go back
 * @param slowest the slowest call that is not most of the trace; null if there is none
 */
public record Survey(
        String title,
        long originNanos,
        long firstNanos,
        long lastNanos,
        long calls,
        long runs,
        int threads,
        Density density,
        List<FoundCall> roots,
        boolean inOrder,
        @Nullable FoundCall slowest) {
    /** Levels of calls in the overview, from the roots. */
    public static final int LEVELS = 4;

    /** Traces up to this length, or of so few calls and runs, are shown as a whole. */
    private static final long SHORT_NANOS = 200_000_000;

    private static final int FEW = 1_000;

    static final Survey EMPTY = new Survey("", 0, 0, 0, 0, 0, 0, Density.EMPTY, List.of(), true, null);

    public Survey {
        roots = List.copyOf(roots);
    }

    Survey outOfOrder() {
        return new Survey(
                title, originNanos, firstNanos, lastNanos, calls, runs, threads, density, roots, false, slowest);
    }

    public long nanos() {
        return lastNanos - firstNanos;
    }

    /**
     * Returns the window of a timeline for which none was named: the whole of a short trace or one of few calls,
     * otherwise around the slowest call.
     */
    public TimelineWindow defaultWindow() {
        boolean isShort = nanos() <= SHORT_NANOS || calls + runs <= FEW;
        return isShort || slowest == null ? whole() : TimelineWindow.around(slowest);
    }

    /** Returns the window from the first call to the last. */
    public TimelineWindow whole() {
        return TimelineWindow.between(firstNanos, lastNanos);
    }

    /** Returns a root call by its number in the list of the slowest, from 1; empty if it is not among them. */
    public Optional<FoundCall> roots(int number) {
        return number >= 1 && number <= roots.size() ? Optional.of(roots.get(number - 1)) : Optional.empty();
    }
}
