// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

/**
 * Limits on the content and the size of a trace's files.
 *
 * @param maxBytes uncompressed size at which the next segment begins, at least 1; the closing events are added to it
 * @param maxDepth deepest level that is written, the outer span of the thread included; 2 to 512
 * @param minNanos minimum duration of written calls; 0 writes all
 */
public record TraceLimits(long maxBytes, int maxDepth, long minNanos) {
    /**
     * Segments of 256 MB, 500 levels, calls of any duration. A viewer in a browser needs about four times the size of
     * the file and stops at 2 GB. Perfetto silently drops calls below level 512, catapult rejects the file at 5000.
     */
    public static final TraceLimits DEFAULT = new TraceLimits(256L << 20, 500, 0);

    public TraceLimits {
        if (maxBytes < 1) {
            throw new IllegalArgumentException("segment size '" + maxBytes + "' is not positive");
        }
        if (maxDepth < 2 || maxDepth > 512) {
            throw new IllegalArgumentException("depth '" + maxDepth + "' is not in 2 to 512");
        }
        if (minNanos < 0) {
            throw new IllegalArgumentException("shortest duration '" + minNanos + "' is negative");
        }
    }

    /** Returns how many calls may be written within each other, the same in each format: the thread takes a level. */
    public int mostCalls() {
        return maxDepth - 1;
    }
}
