// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

/**
 * The data of spans beyond their times and names. Each costs time or memory.
 *
 * @param details whether spans carry copies of those of their events that have details, and {@code origins} with
 *     them
 * @param keepsSpans whether a consumer keeps every span, so that memory for all spans of threads until the end of the
 *     trace is affordable. Then they are nested at once. Otherwise very many spans are nested in portions
 * @param origins whether spans identify their events: categories, indexes in the trace. Without it these parts of a
 *     span are undefined, and a live call costs a tenth less
 */
public record PairingOptions(boolean details, boolean keepsSpans, boolean origins) {
    /** Times and names only. */
    public static final PairingOptions TOTALS = new PairingOptions(false, false, false);
    /** Times, names and {@link #origins}. */
    public static final PairingOptions ORIGINS = new PairingOptions(false, false, true);

    public PairingOptions {
        origins |= details;
    }

    /** Returns the data that one of two consumers needs. */
    public PairingOptions plus(PairingOptions other) {
        return new PairingOptions(details || other.details, keepsSpans || other.keepsSpans, origins || other.origins);
    }
}
