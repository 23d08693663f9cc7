// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

/**
 * The recording of jtracer that a file belongs to, and which of its segments the file is.
 *
 * @param pid process that was recorded
 * @param startEpochMicros wall-clock time of the recording's start, the origin of its times, in microseconds since
 *     1970
 * @param number number of the segment, from 1; 1 if the recording is not cut into segments
 */
public record RecordingSegment(long pid, long startEpochMicros, int number) {}
