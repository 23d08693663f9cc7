// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.EventConsumer;
import dev.jtracer.engine.event.ImportProblem;
import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.importer.RecordingSegment.Recording;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The order in which several files are read, the groups of their traces, and the shifts of their times. */
final class FileOrder {
    private static final String WALL_CLOCK = "wall clock";
    private static final Pattern PART = Pattern.compile("\\.part(\\d{1,9})(\\.|$)");

    private final List<SurveyedFile> files = new ArrayList<>();
    private final Map<Recording, Integer> groupOfRecording = new LinkedHashMap<>();
    private final ProblemCounts problems = new ProblemCounts();
    private final ClockSync clocks = new ClockSync();
    private long originMicros = Long.MAX_VALUE;
    private int groups;

    private FileOrder() {}

    /** Surveys the files and arranges them. */
    static FileOrder of(List<Path> files, ImportOptions options) throws IOException {
        FileOrder arrangement = new FileOrder();
        for (Path file : files) {
            arrangement.files.add(new SurveyedFile(file, options));
        }
        if (arrangement.markersMatter()) {
            for (SurveyedFile file : arrangement.files) {
                file.traces = TraceFacts.of(file.path, options, true);
            }
        }
        arrangement.order();
        if (options.alignment() == ImportOptions.Alignment.STARTS) {
            arrangement.placeAtStart();
        } else {
            arrangement.relateClocks();
            arrangement.place();
        }
        return arrangement;
    }

    /**
     * Returns the files by recording, in the order of their first files. A file without jtracer's facts is alone, as
     * is one whose segment is there already, because it is a copy.
     */
    static List<List<Path>> byRecording(List<Path> files, ImportOptions options) throws IOException {
        List<List<Path>> groups = new ArrayList<>();
        Map<Recording, Segments> groupOf = new HashMap<>();
        for (Path path : files) {
            SurveyedFile file = new SurveyedFile(path, options);
            Recording recording = file.recording();
            Segments group = recording == null ? null : groupOf.get(recording);
            if (group == null || !group.numbers.add(file.segment())) {
                group = new Segments(new ArrayList<>(), new HashSet<>(Set.of(file.segment())));
                groups.add(group.files);
                if (recording != null) {
                    groupOf.put(recording, group);
                }
            }
            group.files.add(path);
        }
        return groups;
    }

    private record Segments(List<Path> files, Set<Integer> numbers) {}

    /** Returns the recording that a file belongs to, and its segment; null if it is none of jtracer. */
    static @Nullable RecordingSegment segment(Path path, ImportOptions options) throws IOException {
        SurveyedFile file = new SurveyedFile(path, options);
        Recording recording = file.recording();
        // A JFR recording, too, says when it began.
        return recording == null || !file.traces.get(0).ofJtracer
                ? null
                : new RecordingSegment(recording, file.segment());
    }

    /** Returns the files in the order of reading. */
    List<SurveyedFile> files() {
        return files;
    }

    ProblemCounts problems() {
        return problems;
    }

    /** Returns whether clock syncs could relate a recording to another trace although only its beginning was read. */
    private boolean markersMatter() {
        return traces().stream().anyMatch(trace -> trace.recording != null)
                && traces().stream().anyMatch(trace -> !trace.clockMarkers.markers.isEmpty());
    }

    /** Sorts the files so that the segments of a recording follow each other, at the place of its first named one. */
    private void order() {
        Map<Recording, Integer> firstOf = new LinkedHashMap<>();
        for (int i = 0; i < files.size(); i++) {
            SurveyedFile file = files.get(i);
            Recording recording = file.recording();
            file.position = recording == null ? i : firstOf.merge(recording, i, Math::min);
        }
        files.sort(
                Comparator.<SurveyedFile>comparingInt(file -> file.position).thenComparingInt(SurveyedFile::segment));
        reportMissingSegments();
    }

    private void reportMissingSegments() {
        Map<Recording, NavigableSet<Integer>> segments = new LinkedHashMap<>();
        for (SurveyedFile file : files) {
            Recording recording = file.recording();
            if (recording != null) {
                segments.computeIfAbsent(recording, first -> new TreeSet<>()).add(file.segment());
            }
        }
        segments.forEach((recording, numbers) -> {
            int firstMissing = 1;
            while (numbers.contains(firstMissing)) {
                firstMissing++;
            }
            problems.add(
                    ImportProblem.MISSING_SEGMENT,
                    numbers.last() - numbers.size(),
                    "segment " + firstMissing + " of the recording of process " + recording.pid());
        });
    }

    private void relateClocks() {
        for (TraceFacts trace : traces()) {
            Recording recording = trace.recording;
            if (recording != null) {
                originMicros = Math.min(originMicros, recording.startEpochMicros());
            }
        }
        traces().forEach(this::addMarkers);
    }

    private List<TraceFacts> traces() {
        return files.stream().flatMap(file -> file.traces.stream()).toList();
    }

    private void addMarkers(TraceFacts trace) {
        String domain = domain(trace);
        clocks.addDomain(domain);
        problems.add(ImportProblem.BAD_CLOCK_SYNC, trace.clockMarkers.bad(), trace.name);
        long shift = sinceOrigin(trace.recording);
        for (ClockMarkers.Marker marker : trace.clockMarkers.markers) {
            try {
                clocks.addMarker(domain, marker.syncId(), marker.startNanos() + shift, marker.endNanos() + shift);
            } catch (IllegalArgumentException e) {
                problems.add(ImportProblem.BAD_CLOCK_SYNC, trace.name + ": " + e.getMessage());
            }
        }
    }

    /** Returns the clock domain of a trace: the wall clock for recordings, the named clock, or a clock of its own. */
    private static String domain(TraceFacts trace) {
        if (trace.recording != null) {
            return WALL_CLOCK;
        }
        return trace.clock.isEmpty() ? "clock of " + trace.name : trace.clock;
    }

    private long sinceOrigin(@Nullable Recording recording) {
        return recording == null ? 0 : (recording.startEpochMicros() - originMicros) * 1000;
    }

    /** Aligns the starts of all traces at 0: a recording by its first segment, traces of another file together. */
    private void placeAtStart() {
        Map<Recording, Long> startOf = new LinkedHashMap<>();
        for (TraceFacts trace : traces()) {
            if (trace.recording != null) {
                startOf.merge(trace.recording, trace.startNanos(), Math::min);
            }
        }
        int number = 0;
        for (SurveyedFile file : files) {
            long fileStart = file.startNanos();
            for (TraceFacts trace : file.traces) {
                Recording recording = trace.recording;
                long start = recording == null ? fileStart : startOf.getOrDefault(recording, fileStart);
                file.placements.add(new Placement(trace.name, number++, group(trace), -start, "its start"));
            }
        }
    }

    private void place() {
        String reference = originMicros == Long.MAX_VALUE ? clocks.reference() : WALL_CLOCK;
        int number = 0;
        for (SurveyedFile file : files) {
            for (TraceFacts trace : file.traces) {
                file.placements.add(place(trace, number++, String.valueOf(reference)));
            }
        }
    }

    private int group(TraceFacts trace) {
        Recording recording = trace.recording;
        return recording == null ? groups++ : groupOfRecording.computeIfAbsent(recording, first -> groups++);
    }

    private Placement place(TraceFacts trace, int number, String reference) {
        String name = trace.name;
        if (trace.recording != null) {
            return new Placement(name, number, group(trace), sinceOrigin(trace.recording), WALL_CLOCK);
        }
        OptionalLong shift = clocks.shift(domain(trace), reference);
        if (shift.isEmpty()) {
            problems.add(ImportProblem.CLOCK_UNRELATED, name);
            return new Placement(name, number, group(trace), 0, "");
        }
        String clock = trace.clock.isEmpty() ? "clock syncs" : "clock '" + trace.clock + "'";
        return new Placement(name, number, group(trace), shift.getAsLong(), clock);
    }

    /**
     * The placement of a trace.
     *
     * @param name name of the trace
     * @param number its number among all traces, from 0
     * @param group number of its group, whose traces share processes and ids
     * @param shiftNanos offset to add to its times
     * @param clock what relates its times to those of the others; empty if nothing does
     */
    record Placement(String name, int number, int group, long shiftNanos, String clock) {}

    /** A file with the facts and the placements of the traces in it, in the order of a walk through it. */
    static final class SurveyedFile {
        final Path path;
        final List<Placement> placements = new ArrayList<>();
        private List<TraceFacts> traces;
        private int position;

        private SurveyedFile(Path path, ImportOptions options) throws IOException {
            this.path = path;
            this.traces = TraceFacts.of(path, options, false);
        }

        /** Time of the first event of all traces in it. */
        long startNanos() {
            return traces.stream().mapToLong(TraceFacts::startNanos).min().orElse(0);
        }

        /** Returns the recording of the file's trace; null if it has several traces. */
        @Nullable
        Recording recording() {
            return traces.size() == 1 ? traces.get(0).recording : null;
        }

        /** Returns the number of the segment from the recording, or from the file's name in jtracer's pattern. */
        int segment() {
            int number = traces.isEmpty() ? 0 : traces.get(0).segment;
            Matcher part = PART.matcher(String.valueOf(path.getFileName()));
            return number > 0 ? number : part.find() ? Integer.parseInt(part.group(1)) : 1;
        }
    }

    /**
     * The facts that a merge needs of a trace: the start of its recording, the number of its segment, and its clock
     * syncs. Collected from the trace's events.
     */
    private static final class TraceFacts implements EventConsumer {
        private final String name;
        private final boolean wantsMarkers;
        /** The recording of the trace; null if it does not name one. */
        private @Nullable Recording recording;

        /** Whether it is one of jtracer. */
        private boolean ofJtracer;

        /** The number of the segment from 1; 0 if the trace does not contain it. */
        private int segment;

        /** The name of its clock; empty if the trace does not name it, and unknown for a recording. */
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
            if (event.phase() == Phase.INSTANT
                    && recording == null
                    && event.name().equals(TraceWords.RECORDING)) {
                takeRecording(event.pid(), event.args());
                ofJtracer = event.category().equals(TraceWords.JTRACER);
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

        /**
         * Returns the time of the first event, or of a recording's facts, where its file begins; 0 without events.
         */
        long startNanos() {
            return startNanos == Long.MAX_VALUE ? 0 : startNanos;
        }
    }
}
