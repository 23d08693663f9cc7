// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import java.io.Serializable;

/**
 * The recording of jtracer that a file belongs to, and which of its segments the file is: from 1 on, and 1 if the
 * recording is not cut into segments.
 */
public record RecordingSegment(Recording recording, int number) implements Serializable {
    /**
     * The identity of a recording.
     *
     * @param pid process that was recorded
     * @param startEpochMicros wall-clock time of its start, the origin of its times, in microseconds since 1970
     */
    public record Recording(long pid, long startEpochMicros) implements Serializable {}
}
