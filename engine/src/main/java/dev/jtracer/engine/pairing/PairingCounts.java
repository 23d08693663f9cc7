// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

/** What did not pair up so far, and what was put right. Each number counts one kind of fault, from 0. */
public interface PairingCounts {
    /** The counts of a trace without events. */
    PairingCounts NONE = new PairingProblems();

    /** Begins whose end never came. */
    long unmatchedBegins();

    /** Ends without an open begin; ignored. */
    long unmatchedEnds();

    /** Ends of a thread's innermost span that carry another name than its begin. */
    long mismatchedNames();

    /**
     * Complete events that begin within another one of their track and end after it. Known after the last event, as all
     * counts of spans on threads.
     */
    long overlaps();

    /** Events of an async id that lie before the event of that id that came before them; moved forward to its time. */
    long outOfOrder();

    /** Ends of a thread's span that lie before its begin; the span has no length. */
    long negativeDurations();

    /** Begins while so many spans were open that no more could be kept; left out together with their ends. */
    long tooManyOpen();

    /** Legacy async spans that were started while they were running; the second start is ignored. */
    long startedTwice();

    /** Steps of legacy async spans that were never started; ignored. */
    long unmatchedSteps();

    /** Legacy async spans with steps of both kinds; left out. */
    long mixedSteps();

    /**
     * Spans of threads whose self time may contain time of spans within them, because spans were too many to be kept until
     * the end, see {@link PairingOptions#keepsSpans}.
     */
    long looselyNested();
}
