// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.merge;

import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.handler.meta.Meta;
import dev.jtracer.engine.handler.meta.Recordings;
import dev.jtracer.engine.handler.path.ThreadLoads;
import dev.jtracer.engine.json.JsonText;
import dev.jtracer.engine.report.TraceReport;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The part of a report on several recordings that belongs to one of them: its clock, processes and threads. Times and
 * indexes of tracks are those of the recording. Immutable.
 *
 * @param epochMicros wall-clock time at time 0; empty if the trace does not say
 * @param startNanos start of the recording
 * @param endNanos its end
 * @param processes names of its processes by number
 * @param tracks its tracks, by their indexes
 * @param loads how busy its threads were
 * @param recordings settings and counters; several if traces were read as one, none if another tool wrote the trace
 */
record RecordingShare(
        OptionalLong epochMicros,
        long startNanos,
        long endNanos,
        SortedMap<Long, String> processes,
        List<Track> tracks,
        List<ThreadLoads.ThreadLoad> loads,
        List<Recordings.Recording> recordings)
        implements Comparable<RecordingShare> {
    private static final String SEGMENT = "segment";
    /** By the clock; those that began at the same time by all that distinguishes them. */
    private static final Comparator<RecordingShare> EARLIEST_FIRST = Comparator.<RecordingShare>comparingLong(
                    share -> share.onClock(share.startNanos()))
            .thenComparing(RecordingShare::toString);

    RecordingShare {
        processes = Collections.unmodifiableSortedMap(new TreeMap<>(processes));
        tracks = List.copyOf(tracks);
        loads = List.copyOf(loads);
        recordings = List.copyOf(recordings);
    }

    static RecordingShare of(TraceReport report) {
        SortedMap<Long, String> processes = new TreeMap<>();
        report.meta().processes().forEach((pid, process) -> processes.put(pid, process.name()));
        List<Recordings.Recording> recordings = report.recordings().recordings();
        return new RecordingShare(
                epoch(recordings),
                report.meta().startNanos(),
                report.meta().endNanos(),
                processes,
                report.tracks().stream()
                        .map(track -> named(track, report.meta()))
                        .toList(),
                report.threads().threads(),
                recordings);
    }

    private static Track named(Track track, Meta meta) {
        String name = meta.threadName(track.pid(), track.tid());
        return track.name().isEmpty() && !name.isEmpty()
                ? new Track(track.index(), track.kind(), track.pid(), track.tid(), name, track.category(), track.id())
                : track;
    }

    private static OptionalLong epoch(List<Recordings.Recording> recordings) {
        return recordings.stream()
                .map(recording -> recording.settings().number(TraceWords.START_EPOCH_MICROS))
                .filter(Objects::nonNull)
                .mapToLong(Number::longValue)
                .min();
    }

    /**
     * Returns a text that the files of one recording have in common, and no other has; for other traces their data.
     */
    String identity() {
        if (recordings.isEmpty()) {
            return toString();
        }
        StringBuilder text = new StringBuilder();
        for (Recordings.Recording recording : recordings) {
            Map<String, @Nullable Object> settings =
                    new LinkedHashMap<>(recording.settings().asMap());
            settings.remove(SEGMENT);
            text.append(recording.pid()).append(JsonText.json(settings));
        }
        return text.toString();
    }

    /** Returns what to call the recording in messages. */
    String title() {
        return processes.isEmpty()
                ? "a program"
                : "process '" + processes.firstKey() + "', '" + processes.get(processes.firstKey()) + "'";
    }

    /**
     * Returns a time on the clock of all recordings, in nanoseconds since 1970; unchanged if the trace does not say.
     */
    long onClock(long nanos) {
        return epochMicros.orElse(0) * 1000 + nanos;
    }

    @Override
    public int compareTo(RecordingShare other) {
        return EARLIEST_FIRST.compare(this, other);
    }
}
