// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.conversion;

import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.event.TrackTable;
import java.util.Map;

/** The tracks of a recording's threads. */
final class RecordedThreads {
    private final TrackTable tracks;
    private final long processId;

    RecordedThreads(TrackTable tracks, long processId, Map<Long, RecordingReader.ThreadName> names) {
        this.tracks = tracks;
        this.processId = processId;
        for (Map.Entry<Long, RecordingReader.ThreadName> entry : names.entrySet()) {
            tracks.addThread(
                    entry.getValue().virtual() ? Track.Kind.VIRTUAL_THREAD : Track.Kind.THREAD,
                    processId,
                    entry.getKey(),
                    entry.getValue().name());
        }
    }

    /** Returns whether a thread has a track. */
    boolean isKnown(long threadId) {
        return tracks.hasThread(processId, threadId);
    }

    int track(long threadId, boolean virtual) {
        return tracks.thread(virtual ? Track.Kind.VIRTUAL_THREAD : Track.Kind.THREAD, processId, threadId);
    }
}
