// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.totals;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What calls may have waited for: the longest times of threads between two traced events of a call, and the callbacks
 * with the longest times from their pass to the end of their only run.
 *
 * <pre>
 *   http-1     handle |--pass--|........ silence ........|--|      handle waits for the run, which
 *   pricing-1                  queue  |==== run of it ===|         began 0.7 s after the pass
 * </pre>
 *
 * <p>A run explains a silence if the callback comes from the same root call, passed in it or in a run that does, if
 * its time from pass to end covers nearly all of the silence, and if it ended just before the call went on. Nothing
 * is said of a silence without such a run: a lock, a socket, a computation. Immutable.
 */
public final class Waits {
    /** Shortest part of a call, or of a wait, that is a wait within it: a tenth, as of the calls in a report. */
    private static final int PART = 10;
    /** Part of a silence that a run need not explain: the thread worked before it waited. */
    private static final int UNEXPLAINED_PART = 5;
    /** Part of a silence that may follow the run: the thread is woken late, and works on the result. */
    private static final int AFTER_PART = 20;
    /** Time that may follow the run of any silence: a busy processor wakes a thread some time slices late. */
    private static final long AFTER_NANOS = 3_000_000;
    /** A run's end is recorded after its result is there for others, if its thread lost the processor in between. */
    private static final long LATE_NANOS = 100_000;

    private static final int MOST_OF_A_CALL = 3;
    private static final int MOST_DEPTH = 8;

    /** A time between two events of a call that is open on a track. */
    record Silence(int track, long startNanos, long endNanos, String caller) {
        long nanos() {
            return endNanos - startNanos;
        }
    }

    /** The place at which a callback was passed: a track, and a time of the trace. */
    record Origin(int track, long nanos) {}

    /**
     * The only run of a callback.
     *
     * @param origins where the runs were passed in one of which the callback was passed, the innermost first
     * @param behind see {@link Wait#behind}
     */
    record Run(SlowPass pass, List<Origin> origins, int behind) {
        boolean surrounds(Run inner) {
            return pass.runTrack() == inner.pass.runTrack()
                    && pass.runStartNanos() <= inner.pass.runStartNanos()
                    && inner.pass.runEndNanos() <= pass.runEndNanos();
        }

        boolean wasPassedIn(Run other) {
            return other.pass.runTrack() == pass.passedTrack()
                    && other.pass.runStartNanos() <= pass.passedNanos()
                    && pass.passedNanos() <= other.pass.runEndNanos();
        }

        /** Returns whether the callback was passed within a run that ended after this one. */
        boolean servesA(Run other) {
            return wasPassedIn(other) && pass.runEndNanos() <= other.pass.runEndNanos() + LATE_NANOS;
        }
    }

    private record Interval(int track, long startNanos, long endNanos) {
        boolean contains(int itsTrack, long nanos) {
            return track == itsTrack && startNanos <= nanos && nanos <= endNanos;
        }
    }

    private final List<Silence> silences;
    private final List<Run> runs;
    /** By track, the runs on it: most searches are for what ran on one thread. */
    private final Map<Integer, List<Run>> runsByTrack;

    /**
     * @param silences the longest first
     * @param runs those with the longest time from pass to end first
     */
    Waits(List<Silence> silences, List<Run> runs) {
        this.silences = List.copyOf(silences);
        this.runs = List.copyOf(runs);
        this.runsByTrack = runs.stream().collect(Collectors.groupingBy(run -> run.pass.runTrack()));
    }

    /** Returns the silences, the longest first. */
    List<Silence> silences() {
        return silences;
    }

    /**
     * Returns the waits of a root call that took at least a tenth of it and are explained, the longest first.
     *
     * @param track track of the call
     * @param startNanos begin of the call, as in the trace
     * @param endNanos its end
     */
    public List<Wait> of(int track, long startNanos, long endNanos) {
        Interval call = new Interval(track, startNanos, endNanos);
        return runs.isEmpty() ? List.of() : waits(call, 0);
    }

    private List<Wait> waits(Interval within, int depth) {
        List<Wait> waits = new ArrayList<>();
        if (depth == MOST_DEPTH) {
            return waits;
        }
        long least = (within.endNanos - within.startNanos) / PART;
        for (Silence silence : silences) {
            if (silence.nanos() < least || waits.size() == MOST_OF_A_CALL) {
                break;
            }
            if (isIn(silence, within)) {
                Wait wait = explained(silence, within, depth);
                if (wait != null) {
                    waits.add(wait);
                }
            }
        }
        return waits;
    }

    private static boolean isIn(Silence silence, Interval call) {
        return call.contains(silence.track, silence.startNanos) && call.contains(silence.track, silence.endNanos);
    }

    private @Nullable Wait explained(Silence silence, Interval within, int depth) {
        List<Run> candidates = new ArrayList<>();
        for (Run run : runs) {
            if (explains(run.pass, silence) && comesFrom(run, within)) {
                addUnlessWithin(candidates, run);
            }
        }
        candidates.removeIf(run -> candidates.stream().anyMatch(run::servesA));
        if (candidates.isEmpty()) {
            return null;
        }
        Run latest = candidates.stream()
                .max(Comparator.comparingLong(candidate -> candidate.pass.runEndNanos()))
                .orElseThrow();
        SlowPass last = latest.pass;
        Interval run = new Interval(last.runTrack(), last.runStartNanos(), last.runEndNanos());
        Silence busiest =
                silences.stream().filter(other -> isIn(other, run)).findFirst().orElse(null);
        return new Wait(
                silence.caller,
                silence.startNanos,
                silence.nanos(),
                candidates.size(),
                last,
                latest.behind,
                busiest == null ? "" : busiest.caller,
                busiest == null ? 0 : busiest.nanos(),
                ThreadCpu.Range.UNKNOWN,
                candidates.size() > 1 ? List.of() : waits(run, depth + 1));
    }

    private static boolean explains(SlowPass run, Silence silence) {
        long covered = Math.min(silence.endNanos, run.runEndNanos()) - Math.max(silence.startNanos, run.passedNanos());
        return run.runTrack() != silence.track
                && run.runEndNanos() <= silence.endNanos + LATE_NANOS
                && silence.endNanos - run.runEndNanos() <= Math.max(silence.nanos() / AFTER_PART, AFTER_NANOS)
                && covered >= silence.nanos() - silence.nanos() / UNEXPLAINED_PART;
    }

    /** Returns whether a callback was passed in a call, or in a run that comes from it. */
    private boolean comesFrom(Run run, Interval call) {
        Run from = run;
        for (int i = 0; i < MOST_DEPTH; i++) {
            if (call.contains(from.pass.passedTrack(), from.pass.passedNanos())
                    || from.origins.stream().anyMatch(origin -> call.contains(origin.track, origin.nanos))) {
                return true;
            }
            // A run that ends after one that it caused, or comes before its own pass, is in none of the latter's
            // origins.
            Run around = runsByTrack.getOrDefault(from.pass.passedTrack(), List.of()).stream()
                    .filter(from::wasPassedIn)
                    .max(Comparator.comparingLong(other -> other.pass.runStartNanos()))
                    .orElse(null);
            if (around == null) {
                return false;
            }
            from = around;
        }
        return false;
    }

    /* A task of a pool runs the application's callback within its own run: one piece of work, for which the run
     * stands whose line is known, and of two of them the outer one. */
    private static void addUnlessWithin(List<Run> candidates, Run run) {
        for (int i = 0; i < candidates.size(); i++) {
            Run other = candidates.get(i);
            boolean isOuter = run.surrounds(other);
            if (isOuter || other.surrounds(run)) {
                boolean hasSite = !run.pass.site().isEmpty();
                boolean stands = hasSite == other.pass.site().isEmpty() ? hasSite : isOuter;
                candidates.set(i, stands ? run : other);
                return;
            }
        }
        candidates.add(run);
    }
}
