// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

/** What did not pair up so far. */
public interface PairingCounts {
    /** The counts of a trace without events. */
    PairingCounts NONE = new SpanPairing(span -> {});

    /** Begins whose end never came. */
    long unmatchedBegins();

    /** Ends without an open begin; ignored. */
    long unmatchedEnds();

    /** Ends of a thread's innermost span that carry another name than its begin. */
    long mismatchedNames();

    /** Complete events that begin within another one of their track and end after it. Known after the last event. */
    long overlaps();
}
