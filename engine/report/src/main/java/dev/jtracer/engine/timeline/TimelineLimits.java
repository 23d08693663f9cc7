// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.timeline;

/**
 * Limits of a timeline. What is beyond them is counted.
 *
 * @param columns calls shorter than this part of the window are merged with their neighbours
 * @param threads platform threads, the busiest
 * @param lanes rows of virtual threads
 * @param levels levels of a row
 * @param boxes boxes retained while the trace is read; 100 bytes each
 */
public record TimelineLimits(int columns, int threads, int lanes, int levels, int boxes, int arrows) {
    /** Limits for an SVG of 800 pixels. */
    public static final TimelineLimits SVG = new TimelineLimits(1500, 16, 6, 24, 120_000, 300);

    public TimelineLimits {
        if (columns < 1 || threads < 1 || lanes < 1 || levels < 1 || boxes < 1 || arrows < 0) {
            throw new IllegalArgumentException("a limit of a timeline is too low: " + columns + ", " + threads + ", "
                    + lanes + ", " + levels + ", " + boxes + ", " + arrows);
        }
    }
}
