// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr.read;

import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.event.TrackTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/** The tracks of a recording's threads. */
final class RecordedThreads {
    private final TrackTable tracks;
    private final RecordingReader recording;
    private final long processId;

    RecordedThreads(TrackTable tracks, RecordingReader recording) {
        this.tracks = tracks;
        this.recording = recording;
        processId = recording.header().processId();
        for (Map.Entry<Long, RecordingReader.ThreadName> entry :
                recording.threads().entrySet()) {
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

    /** Returns the track of a thread. Throws UncheckedIOException if it is one too many for the reader's limit. */
    int track(long threadId, boolean virtual) {
        int track = tracks.thread(virtual ? Track.Kind.VIRTUAL_THREAD : Track.Kind.THREAD, processId, threadId);
        try {
            recording.requireRoom(tracks.size());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return track;
    }
}
