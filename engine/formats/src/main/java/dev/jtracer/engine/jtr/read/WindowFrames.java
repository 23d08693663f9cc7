// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr.read;

import dev.jtracer.engine.jtr.ChunkFrame;
import dev.jtracer.engine.jtr.RecordSink;
import dev.jtracer.engine.jtr.RecordingException;
import dev.jtracer.engine.jtr.RetainedWindow;
import dev.jtracer.engine.jtr.RingOfFiles;
import dev.jtracer.engine.pairing.CallRecords;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Selection of the chunk frames that a window of a recording of slow calls needs. */
record WindowFrames(RecordingReader recording, List<Path> files) {
    /**
     * Returns the chunk frames of each buffer that are in a window, and those before them that may have begun calls
     * which are open in it. Frames before a deleted part are dropped, because their calls may have ended in it.
     */
    Collection<List<RecordingReader.Location>> of(RetainedWindow window) throws IOException {
        List<List<RecordingReader.Location>> all = new ArrayList<>();
        for (List<RecordingReader.Location> frames : recording.frames()) {
            List<RecordingReader.Location> chosen = chosen(frames, window);
            if (!chosen.isEmpty()) {
                all.add(chosen);
            }
        }
        return all;
    }

    private List<RecordingReader.Location> chosen(List<RecordingReader.Location> frames, RetainedWindow window)
            throws IOException {
        int end = 0;
        while (end < frames.size() && frames.get(end).startNanos() <= window.toNanos()) {
            end++;
        }
        if (end == 0) {
            return List.of();
        }
        RecordingReader.Location last = frames.get(end - 1);
        boolean followed =
                end < frames.size() ? !isCut(last, frames.get(end)) : isWholeAfter(last.part(), files.size());
        if (!followed && lastNanos(last) < window.fromNanos()) {
            return List.of();
        }
        int start = end - 1;
        while (start > 0 && !isCut(frames.get(start - 1), frames.get(start))) {
            start--;
        }
        return frames.subList(start, end);
    }

    /** Returns whether records between two frames of a buffer were in a deleted part. */
    private boolean isCut(RecordingReader.Location one, RecordingReader.Location next) {
        return !next.follows(one) && !isWholeAfter(one.part(), next.part() < 0 ? files.size() : next.part() + 1);
    }

    /** Returns whether no part is missing between a part and the end of a range of parts. */
    private boolean isWholeAfter(int part, int end) {
        for (int i = Math.max(0, part) + 1; part >= 0 && i < end; i++) {
            int number = RingOfFiles.number(files.get(i));
            if (number != 0 && number != RingOfFiles.number(files.get(i - 1)) + 1) {
                return false;
            }
        }
        return true;
    }

    private long lastNanos(RecordingReader.Location location) throws IOException {
        LastTime last = new LastTime();
        ChunkFrame frame = new ChunkFrame();
        CallRecords calls = new CallRecords();
        recording.load(location, frame);
        try {
            while (frame.hasMore()) {
                frame.readRun(last, calls);
            }
        } catch (RecordingException e) {
            recording.requireOfSpool(location, e);
        }
        return last.nanos;
    }

    /** The time of the last record of a frame. */
    private static final class LastTime implements RecordSink {
        private long nanos = Long.MIN_VALUE;

        @Override
        public void record(int kind, long recordNanos, int methodId) {
            nanos = recordNanos;
        }

        @Override
        public void records(CallRecords calls) {
            nanos = calls.tsNanos(calls.size() - 1);
        }
    }
}
