// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome.write;

/**
 * Limits on the content and the size of a recording's files.
 *
 * @param maxBytes uncompressed size at which the next segment begins, at least 1, without the closing events
 * @param maxDepth deepest level written, the outer span of the thread included; 2 to 512
 * @param minNanos minimum duration of written calls; 0 writes all
 */
public record TraceLimits(long maxBytes, int maxDepth, long minNanos) {
    /* 256 MB: a viewer in a browser needs about four times the file, and fails at 2 GB of memory. 500 levels: Perfetto
     * silently drops calls deeper than 512, and catapult loses the whole file at 5000. */
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
}
