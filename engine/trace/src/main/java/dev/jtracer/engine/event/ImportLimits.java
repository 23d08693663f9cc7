// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

/**
 * Limits on the memory and time that a trace may take, hostile files included. Data beyond them are merged and
 * counted.
 *
 * @param maxBytes bytes of the trace after unpacking; more is an error
 * @param maxNames different names; the others are called {@link NameInterner#OTHER}
 * @param maxIds different categories and ids; the others are {@link NameInterner#OTHER}
 * @param maxTextBytes bytes of all different names, and as many of all different ids, in UTF-8
 * @param maxTracks different threads and async ids; the others share a track
 * @param maxDetailChars characters of the arguments of one event, and of the trace's metadata; more are dropped
 */
public record ImportLimits(
        long maxBytes, int maxNames, int maxIds, long maxTextBytes, int maxTracks, int maxDetailChars) {
    /** Limit of characters of one name or id; the rest is cut off. */
    public static final int MAX_NAME_LENGTH = 50_000;

    /** The limits for this program's heap, without a limit on the size of a trace. */
    public static final ImportLimits DEFAULT = forHeap(Runtime.getRuntime().maxMemory());

    public ImportLimits {
        if (maxBytes < 0 || maxNames < 1 || maxIds < 1 || maxTextBytes < 0 || maxTracks < 1 || maxDetailChars < 0) {
            throw new IllegalArgumentException("a limit is negative or leaves room for nothing");
        }
    }

    /** Returns limits with which a trace's tables and totals take less than half of a heap of this size. */
    public static ImportLimits forHeap(long heapBytes) {
        // A name costs about 400 bytes in all tables together, an id 130, a track with something open 500.
        return new ImportLimits(
                Long.MAX_VALUE,
                share(heapBytes, 4096, 1 << 22),
                share(heapBytes, 2048, 1 << 23),
                heapBytes / 32,
                share(heapBytes, 4096, 1 << 22),
                share(heapBytes, 16, 1 << 26));
    }

    private static int share(long heapBytes, int bytesEach, int most) {
        return (int) Math.max(16, Math.min(heapBytes / bytesEach, most));
    }
}
