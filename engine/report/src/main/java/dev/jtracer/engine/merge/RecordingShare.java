// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.merge;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.handler.meta.Meta;
import dev.jtracer.engine.handler.meta.Recordings;
import dev.jtracer.engine.handler.path.ThreadLoads;
import dev.jtracer.engine.json.JsonObjects;
import dev.jtracer.engine.json.JsonText;
import dev.jtracer.engine.report.TraceReport;
import java.util.ArrayList;
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
    /** Added to a process number until it is free: 4711 becomes 10004711, as in a trace read from several files. */
    static final long STEP = 10_000_000;

    /** A share to be ignored in reading. */
    static final RecordingShare NONE =
            new RecordingShare(OptionalLong.empty(), 0, 0, new TreeMap<>(), List.of(), List.of(), List.of());

    private static final Track NO_TRACK = new Track(0, Track.Kind.THREAD, 0, 0, "", "", "");
    private static final ThreadLoads.ThreadLoad NO_LOAD = new ThreadLoads.ThreadLoad(0, 0, 0, 0, 0, 0);
    private static final Recordings.Recording NO_RECORDING = new Recordings.Recording(0, Args.EMPTY, Args.EMPTY);

    /** By the clock; those that began at the same time by all that distinguishes them. */
    private static final Comparator<RecordingShare> EARLIEST_FIRST = Comparator.<RecordingShare>comparingLong(
                    share -> share.onClock(share.startNanos()))
            .thenComparing(RecordingShare::toString);

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
     * The files of a recording from one to another, by where they begin; of another trace its whole.
     *
     * @param recording identity of the recording; of another trace its data
     */
    record Files(String recording, long fromNanos, long toNanos) {
        boolean overlap(Files other) {
            return recording.equals(other.recording) && fromNanos <= other.toNanos && other.fromNanos <= toNanos;
        }
    }

    /** Returns what the trace was read from. */
    List<Files> files() {
        if (recordings.isEmpty()) {
            return List.of(new Files(toString(), 0, 0));
        }
        List<Files> files = new ArrayList<>();
        for (Recordings.Recording recording : recordings) {
            long from = recording.settings().longOrZero(TraceWords.FROM_NANOS);
            long to = Math.max(from, recording.counters().longOrZero(TraceWords.FROM_NANOS));
            files.add(new Files(identity(recording), from, to));
        }
        return files;
    }

    /** Returns a text that the files of one recording have in common, also in a combined trace, and no other. */
    static String identity(Recordings.Recording recording) {
        Map<String, @Nullable Object> settings =
                new LinkedHashMap<>(recording.settings().asMap());
        settings.keySet().removeAll(List.of(TraceWords.SEGMENT, TraceWords.CUT, TraceWords.FROM_NANOS));
        Object ownEpoch = settings.remove(TraceWords.OWN_EPOCH_MICROS);
        if (ownEpoch != null) {
            settings.put(TraceWords.START_EPOCH_MICROS, ownEpoch);
        }
        return recording.pid() % STEP + JsonText.json(settings);
    }

    /** Returns what to call the recording in messages. */
    String title() {
        return processes.isEmpty()
                ? "a program"
                : "process '" + processes.firstKey() + "', '" + processes.get(processes.firstKey()) + "'";
    }

    /** Returns a time on the clock of all recordings, in nanoseconds since 1970; unchanged if it is unknown. */
    long onClock(long nanos) {
        return epochMicros.orElse(0) * 1000 + nanos;
    }

    @Override
    public int compareTo(RecordingShare other) {
        return EARLIEST_FIRST.compare(this, other);
    }

    /** Writes a share and returns it, or returns the one that it reads. */
    static RecordingShare code(Coding coding, RecordingShare share) throws PartialFormatException {
        boolean hasEpoch = coding.flag(share.epochMicros().isPresent());
        long epochMicros = coding.signed(share.epochMicros().orElse(0));
        long startNanos = coding.signed(share.startNanos());
        long endNanos = coding.signed(share.endNanos());
        SortedMap<Long, String> processes = new TreeMap<>();
        coding.each(
                share.processes().entrySet(),
                Map.entry(0L, ""),
                process -> Map.entry(coding.signed(process.getKey()), coding.text(process.getValue())),
                read -> processes.put(read.getKey(), read.getValue()));
        List<Track> tracks = new ArrayList<>();
        coding.each(
                share.tracks(),
                NO_TRACK,
                track -> new Track(
                        tracks.size(),
                        coding.constant(track.kind(), Track.Kind.values()),
                        coding.signed(track.pid()),
                        coding.signed(track.tid()),
                        coding.text(track.name()),
                        coding.text(track.category()),
                        coding.text(track.id())),
                tracks::add);
        List<ThreadLoads.ThreadLoad> loads = coding.list(
                share.loads(),
                NO_LOAD,
                load -> new ThreadLoads.ThreadLoad(
                        coding.index(load.track(), tracks.size()),
                        coding.count(load.calls()),
                        coding.count(load.roots()),
                        coding.signed(load.busyNanos()),
                        coding.signed(load.firstNanos()),
                        coding.signed(load.lastNanos())));
        List<Recordings.Recording> recordings = coding.list(
                share.recordings(),
                NO_RECORDING,
                recording -> new Recordings.Recording(
                        coding.signed(recording.pid()),
                        facts(coding, recording.settings()),
                        facts(coding, recording.counters())));
        return coding.isReading()
                ? new RecordingShare(
                        hasEpoch ? OptionalLong.of(epochMicros) : OptionalLong.empty(),
                        startNanos,
                        endNanos,
                        processes,
                        tracks,
                        loads,
                        recordings)
                : share;
    }

    private static Args facts(Coding coding, Args facts) throws PartialFormatException {
        String json = coding.text(JsonText.json(facts.asMap()));
        if (!coding.isReading()) {
            return facts;
        }
        Args read = JsonObjects.parse(json);
        coding.require(read != null, "the facts of a recording are no JSON object");
        return read == null ? Args.EMPTY : read;
    }
}
