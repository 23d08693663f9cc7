// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Counts of unpaired and corrected events of a trace.
 *
 * @param unmatchedBegins begins whose end never came
 * @param unmatchedEnds ends without an open begin; ignored
 * @param mismatchedNames ends of a thread's innermost span whose name differs from that of the begin
 * @param overlaps complete events that begin within another complete event of their track and end after it. Like all
 *     counts of spans on threads, known after the last event
 * @param outOfOrder events of an async id that are earlier than the previous event of that id; moved forward to its
 *     time
 * @param negativeDurations ends of a thread's span earlier than its begin; the span gets no length
 * @param tooManyOpen begins beyond the limit of open spans; dropped together with their ends
 * @param startedTwice legacy async spans that were started while they were running; the second start is ignored
 * @param unmatchedSteps steps of legacy async spans that were never started; ignored
 * @param mixedSteps legacy async spans with steps of both kinds; dropped
 * @param looselyNested spans of threads whose self time may contain time of inner spans, because there were too many
 *     spans to keep until the end, see {@link PairingOptions#keepsSpans}
 */
public record PairingCounts(
        long unmatchedBegins,
        long unmatchedEnds,
        long mismatchedNames,
        long overlaps,
        long outOfOrder,
        long negativeDurations,
        long tooManyOpen,
        long startedTwice,
        long unmatchedSteps,
        long mixedSteps,
        long looselyNested) {
    /** The counts of a trace without events. */
    public static final PairingCounts NONE = new PairingCounts(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    /** Returns the sums of these counts and those of another trace. */
    public PairingCounts plus(PairingCounts other) {
        return new PairingCounts(
                unmatchedBegins + other.unmatchedBegins,
                unmatchedEnds + other.unmatchedEnds,
                mismatchedNames + other.mismatchedNames,
                overlaps + other.overlaps,
                outOfOrder + other.outOfOrder,
                negativeDurations + other.negativeDurations,
                tooManyOpen + other.tooManyOpen,
                startedTwice + other.startedTwice,
                unmatchedSteps + other.unmatchedSteps,
                mixedSteps + other.mixedSteps,
                looselyNested + other.looselyNested);
    }

    /** Returns the counts above 0, each by a description for the user. */
    public Map<String, Long> labelled() {
        Map<String, Long> counts = new LinkedHashMap<>();
        counts.put("begins without an end", unmatchedBegins);
        counts.put("ends without a begin, dropped", unmatchedEnds);
        counts.put("ends with another name than the begin", mismatchedNames);
        counts.put("calls overlapping another of the same thread, cut at its end", overlaps);
        counts.put("events before an earlier one of the same id, moved to its time", outOfOrder);
        counts.put("ends before the begin, given no length", negativeDurations);
        counts.put("calls beyond the limit of open ones, dropped", tooManyOpen);
        counts.put("async spans started while running, second start dropped", startedTwice);
        counts.put("steps of async spans without a start, dropped", unmatchedSteps);
        counts.put("async spans with steps of both kinds, dropped", mixedSteps);
        counts.put("calls whose self time may contain that of inner calls", looselyNested);
        counts.values().removeIf(count -> count == 0);
        return counts;
    }
}
