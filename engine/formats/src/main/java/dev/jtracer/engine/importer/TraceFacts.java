// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.EventConsumer;
import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.importer.RecordingSegment.Recording;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The facts that a merge needs of a trace: the start of its recording, the number of its segment, and its clock
 * syncs. Collected from the trace's events.
 */
final class TraceFacts implements EventConsumer {
    private final String name;
    private final boolean wantsMarkers;
    private @Nullable Recording recording;
    private int segment;
    private String clock = "";
    private long startNanos = Long.MAX_VALUE;
    /** Its clock syncs; all of them only if they were wanted. */
    final ClockMarkers clockMarkers = new ClockMarkers();

    private TraceFacts(String name, boolean wantsMarkers) {
        this.name = name;
        this.wantsMarkers = wantsMarkers;
    }

    /**
     * Returns the facts of the traces in a file, in the order of a walk. A trace of a recording is read up to its
     * identification, unless its clock syncs are needed; any other trace is read to its end.
     */
    static List<TraceFacts> of(Path file, ImportOptions options, boolean wantsMarkers) throws IOException {
        List<TraceFacts> found = new ArrayList<>();
        // Failures are ignored here: the walk that reads the events gets the same ones and reports them.
        new TraceWalk(options).walk(TraceData.of(file), (data, format) -> {
            TraceFacts facts = new TraceFacts(data.name(), wantsMarkers);
            found.add(facts);
            ImportReport report = format.open(data).read(facts);
            facts.clock = report.metadata().object("metadata").textOrEmpty("clock-domain");
        });
        return found;
    }

    @Override
    public boolean isDone() {
        return !wantsMarkers && recording != null;
    }

    @Override
    public void accept(TraceEvent event) {
        if (event.phase() != Phase.METADATA && event.phase() != Phase.CLOCK_SYNC) {
            startNanos = Math.min(startNanos, event.tsNanos());
        }
        if (event.phase() == Phase.INSTANT && recording == null && event.name().equals(TraceWords.RECORDING)) {
            takeRecording(event.pid(), event.args());
        }
        clockMarkers.take(event);
    }

    private void takeRecording(long pid, Args args) {
        Number start = args.number(TraceWords.START_EPOCH_MICROS);
        if (start == null || start.longValue() < 0 || start.longValue() > TraceWords.MOST_EPOCH_MICROS) {
            return;
        }
        recording = new Recording(pid, start.longValue());
        Number number = args.number(TraceWords.SEGMENT);
        segment = number == null ? 0 : Math.max(0, number.intValue());
    }

    /** Returns the time of the first event, or of a recording's facts, where its file begins; 0 without events. */
    long startNanos() {
        return startNanos == Long.MAX_VALUE ? 0 : startNanos;
    }

    String name() {
        return name;
    }

    /** Returns the recording of the trace; null if it does not name one. */
    @Nullable
    Recording recording() {
        return recording;
    }

    /** Returns the number of the segment from 1; 0 if the trace does not contain it. */
    int segment() {
        return segment;
    }

    /** Returns the name of its clock; empty if the trace does not name it, and unknown for a recording. */
    String clock() {
        return clock;
    }
}
