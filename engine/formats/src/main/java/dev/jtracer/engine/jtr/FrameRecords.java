// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr;

/**
 * The records of a chunk frame.
 *
 * @param count how many they are; 0 for a frame of another type
 * @param firstNanos time of the first, since the recording's start
 * @param lastNanos time of the last
 */
public record FrameRecords(int count, long firstNanos, long lastNanos) {
    public static final FrameRecords NONE = new FrameRecords(0, Long.MAX_VALUE, Long.MIN_VALUE);
}
