// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

/**
 * What spans shall carry beyond their times and names; each costs time or memory.
 *
 * @param details whether spans carry copies of their events where those have details
 * @param keepsSpans whether somebody keeps every span, so that memory for all spans of threads until the end of the trace does not
 *     matter. Then they are nested all at once, and spans carry the threads of their begin and end. Otherwise, when they
 *     are very many, they are nested in portions
 * @param origins whether spans say which events made them: categories, places in the trace, the thread's own clock. Without
 *     it these parts of a span mean nothing, and a live call costs a tenth less
 * @param marks whether {@link SpanSink#mark} gets the nodes of trees that are no spans
 */
public record PairingOptions(boolean details, boolean keepsSpans, boolean origins, boolean marks) {
    /** Nothing beyond times and names. */
    public static final PairingOptions TOTALS = new PairingOptions(false, false, false, false);

    /** All there is. */
    public static final PairingOptions ALL = new PairingOptions(true, true, true, true);

    PairingOptions withOrigins() {
        return new PairingOptions(details, keepsSpans, true, marks);
    }
}
