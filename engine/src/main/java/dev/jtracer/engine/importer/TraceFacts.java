// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceWords;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What has to be known of a trace before its events can be put beside those of others: when it was recorded, which segment
 * of its recording it is, and which clock syncs it has seen. Collects them from the trace's events.
 */
final class TraceFacts {

    private static final String SEGMENT = "segment";
    /** The year 2255: what lies behind it is no time, and would not fit into nanoseconds. */
    private static final long MAX_EPOCH_MICROS = 9_000_000_000_000_000L;

    private final String name;
    private @Nullable Recording recording;
    private int segment;
    private String clock = "";
    private long startNanos = Long.MAX_VALUE;
    private final List<ClockMarker> markers = new ArrayList<>();
    private final ClockMarkers markerEvents = new ClockMarkers(markers);

    TraceFacts(String name) {
        this.name = name;
    }

    void take(TraceEvent event) {
        if (event.phase() != Phase.METADATA && event.phase() != Phase.CLOCK_SYNC) {
            startNanos = Math.min(startNanos, event.tsNanos());
        }
        if (event.phase() == Phase.INSTANT && recording == null && event.name().equals(TraceWords.RECORDING)) {
            takeRecording(event.pid(), event.args());
        }
        markerEvents.take(event);
    }

    private void takeRecording(long pid, Args args) {
        Number start = args.number(TraceWords.START_EPOCH_MICROS);
        if (start == null || start.longValue() < 0 || start.longValue() > MAX_EPOCH_MICROS) {
            return;
        }
        recording = new Recording(pid, start.longValue());
        Number number = args.number(SEGMENT);
        segment = number == null ? 0 : Math.max(0, number.intValue());
    }

    /** The facts outside of the events. */
    void take(ImportReport report) {
        String domain = report.metadata().object("metadata").text("clock-domain");
        clock = domain == null ? "" : domain;
    }

    /** Returns the time of the first event; of a recording that of its facts, where its file begins. 0 without events. */
    long startNanos() {
        return startNanos == Long.MAX_VALUE ? 0 : startNanos;
    }

    String name() {
        return name;
    }

    /** Of which recording the trace is; null if it does not say. */
    @Nullable
    Recording recording() {
        return recording;
    }

    /** Number of the segment from 1; 0 when the trace does not say. */
    int segment() {
        return segment;
    }

    /** Returns the name of its clock; empty if it does not say, and unknown for a recording. */
    String clock() {
        return clock;
    }

    List<ClockMarker> markers() {
        return markers;
    }

    /** Returns how many clock sync events made no sense. */
    long badMarkers() {
        return markerEvents.bad();
    }

    /**
     * Identifies a recording.
     *
     * @param startEpochMicros wall-clock time of its start, the origin of its times, in microseconds since 1970
     */
    record Recording(long pid, long startEpochMicros) {}
}
