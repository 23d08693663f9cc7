// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome.write;

/**
 * What of a recording goes into its files, and how large they grow.
 *
 * @param maxBytes uncompressed size at which the next segment begins, at least 1; the closing events go on top
 * @param maxDepth deepest level that is written, the outer span of the thread counted; 2 to 512
 * @param minNanos calls shorter than this are left out; 0 writes all
 */
public record TraceLimits(long maxBytes, int maxDepth, long minNanos) {
    /* 256 MB: a browser's viewer needs some four times the file, and gives up at 2 GB of memory.
     * 500 levels: Perfetto drops what is deeper than 512 without a word, and catapult loses the whole file at 5000. */
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
