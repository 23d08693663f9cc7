// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr.read;

import dev.jtracer.engine.chrome.write.RecordingInfo;
import dev.jtracer.engine.chrome.write.SegmentCounts;
import dev.jtracer.engine.chrome.write.SegmentedTraceWriter;
import dev.jtracer.engine.event.EndFacts;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceLimits;
import dev.jtracer.engine.event.TraceOutputs;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.event.TrackTable;
import dev.jtracer.engine.jtr.FileAccess;
import dev.jtracer.engine.jtr.LostRecords;
import dev.jtracer.engine.jtr.RecordedName;
import dev.jtracer.engine.jtr.RecordingException;
import dev.jtracer.engine.jtr.RecordingFormat;
import dev.jtracer.engine.jtr.RecordingHeader;
import dev.jtracer.engine.jtr.RetainedWindow;
import dev.jtracer.engine.jtr.SlowWindows;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleConsumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Converter of a recording, and of records that a killed JVM left in the spool, to a trace in Chrome's format. */
public final class Converter implements AutoCloseable {
    /* A thread's name and track take 700 bytes. In a traced JVM the heap is the application's. */
    private static final int BYTES_A_THREAD = 700;
    private static final int PART_OF_HEAP = 8;

    private final RecordingReader recording;
    /** A copy of the spool, which its JVM still uses; null if that has ended. */
    private final @Nullable FileChannel spoolInUse;

    private final long fromSpool;
    private final @Nullable SlowWindows slow;
    private @Nullable String spoolProblem;

    /** Opens a recording. The message of a RecordingException is for the user. */
    public Converter(Path file) throws IOException {
        this(List.of(file));
    }

    /**
     * Opens a recording in the traced JVM. Opening and conversion fail if the recording's threads need more than an
     * eighth of the heap.
     */
    public static Converter inTracedJvm(Path file, FileAccess files) throws IOException {
        long most = Runtime.getRuntime().maxMemory() / PART_OF_HEAP / BYTES_A_THREAD;
        return new Converter(List.of(file), files, (int) Math.min(Integer.MAX_VALUE, most), null);
    }

    /** Opens the files that a recording was written to one after the other. */
    Converter(List<Path> files) throws IOException {
        this(files, FileAccess.PLAIN, Integer.MAX_VALUE, copyIfGrowing(files.get(files.size() - 1)));
    }

    private Converter(List<Path> files, FileAccess access, int mostThreads, @Nullable FileChannel spoolInUse)
            throws IOException {
        this.spoolInUse = spoolInUse;
        try {
            recording = new RecordingReader(files, access, mostThreads);
        } catch (IOException | RuntimeException e) {
            closeSpool();
            throw e;
        }
        try {
            fromSpool = hasEnd() ? 0 : readSpool(files.get(files.size() - 1), access);
            recording.nameUnknown();
            slow = readSlow();
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private void closeSpool() throws IOException {
        if (spoolInUse != null) {
            spoolInUse.close();
        }
    }

    /** Returns a copy of the spool; null if the recording's JVM does not write to it. */
    private static @Nullable FileChannel copyIfGrowing(Path file) throws IOException {
        RecordingHeader header = RecordingReader.headerIfReadable(file, FileAccess.PLAIN);
        Path spool = file.resolveSibling(header == null ? "" : header.spoolFile());
        return header != null && Files.isRegularFile(spool) && RecordingFinder.isGrowing(file, header)
                ? SpoolRemains.copy(spool)
                : null;
    }

    /** Returns the recording, including the records from the spool. */
    public RecordingReader recording() {
        return recording;
    }

    /** Returns how many records the trace is made of. */
    public long records() {
        return recording.records() + fromSpool;
    }

    /** Returns whether nothing was recorded: no call, no text, and no record counted as lost or overwritten. */
    public boolean isEmpty() {
        return records() == 0
                && !recording.has(RecordingFormat.TEXT)
                && lostRecords().total() == 0
                && overwrittenRecords() == 0;
    }

    /** Returns whether the recording has no end, because its JVM was killed or could no longer write. */
    public boolean wasKilled() {
        return !hasEnd() && spoolInUse == null;
    }

    /** Returns whether the recording has no end yet, because its JVM still writes to it. */
    public boolean isGrowing() {
        return !hasEnd() && spoolInUse != null;
    }

    boolean hasEnd() {
        return recording.endNanos() >= 0;
    }

    /** Returns the lost records by cause; unknown, and 0, without the recording's end. */
    public LostRecords lostRecords() {
        return LostRecords.of(recording.counters());
    }

    /** Returns when and why the recording ended before its stop; empty if it did not, or has no end. */
    public String earlyEnd() {
        return recording.counters().getOrDefault(TraceWords.ENDED_EARLY, "");
    }

    /** Returns how many records newer ones have overwritten; unknown, and 0, without the recording's end. */
    public long overwrittenRecords() {
        return number(recording.counters().getOrDefault(EndFacts.OVERWRITTEN, "0")) instanceof Long count ? count : 0;
    }

    /** Returns how many records came from the spool alone. */
    public long recordsFromSpool() {
        return fromSpool;
    }

    /** Returns why what a killed JVM had not written yet could not be read from its spool; null if it was. */
    public @Nullable String spoolProblem() {
        return spoolProblem;
    }

    /** Returns whether what is retained are calls open when the JVM was killed, because no slow call had ended. */
    public boolean keepsHangingCalls() {
        return !Objects.equals(slow, recording.slow());
    }

    /** Returns what is retained of slow calls; null if the recording is not one of slow calls. */
    public @Nullable SlowWindows slow() {
        return slow;
    }

    /**
     * Writes the trace of all records.
     *
     * @param progress receives the completed part, 0 to 1
     * @param cancelled checked periodically; true ends the work and leaves an incomplete trace
     * @return counts of what was written, or null if cancelled
     */
    public @Nullable SegmentCounts convert(
            TraceOutputs outputs, TraceLimits limits, DoubleConsumer progress, BooleanSupplier cancelled)
            throws IOException {
        StringTable names = new StringTable();
        List<String> methodNames = recording.names();
        for (int id = 1; id < methodNames.size(); id++) {
            RecordedName.of(methodNames.get(id)).put(names, id);
        }
        TrackTable tracks = new TrackTable();
        RecordedThreads threads = new RecordedThreads(tracks, recording);
        try (SegmentedTraceWriter writer = new SegmentedTraceWriter(outputs, names, tracks, info(true), limits)) {
            TraceSink sink = new TraceSink(writer, names, threads, recording);
            double all = Math.max(1, records());
            LongConsumer recordProgress = new LongConsumer() {
                @Override
                public void accept(long done) {
                    progress.accept(done / all);
                }
            };
            if (!new RecordMerge(recording).readAll(sink, recordProgress, cancelled)) {
                return null;
            }
            sink.finish();
            if (recording.has(RecordingFormat.CPU)) {
                writeCpu(writer);
            }
            writer.finish(Math.max(recording.endNanos(), recording.lastNanos()), facts());
            return writer.counts();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    @Override
    public void close() throws IOException {
        recording.close();
        closeSpool();
    }

    /* Where nothing was retained, the ring has no gaps, so what is open at its end is known. */
    private @Nullable SlowWindows readSlow() throws IOException {
        SlowWindows retained = recording.slow();
        if (retained == null || !retained.windows().isEmpty() || hasEnd()) {
            return retained;
        }
        RetainedWindow hanging = HangingCalls.window(recording, retained.leastNanos());
        return hanging == null ? retained : new SlowWindows(retained.leastNanos(), List.of(hanging));
    }

    /* Without its spool a recording is worth reading all the same: it lacks the last moments. */
    private long readSpool(Path file, FileAccess access) throws IOException {
        String name = recording.header().spoolFile();
        if (name.isEmpty() || RecordingFinder.hasNext(file, access)) {
            return 0;
        }
        Path spool = file.resolveSibling(name);
        if (spoolInUse == null && !Files.isRegularFile(spool)) {
            spoolProblem = "'" + spool + "' is missing";
            return 0;
        }
        try {
            return spoolInUse == null
                    ? SpoolRemains.addTo(recording, spool, access.read(spool), false)
                    : SpoolRemains.addTo(recording, spool, spoolInUse, true);
        } catch (RecordingException e) {
            spoolProblem = e.getMessage();
            return 0;
        }
    }

    /**
     * Returns the facts of the recording; with the number of its first file if it may have several, unless they are
     * for a trace whose files have numbers of their own.
     */
    RecordingInfo info(boolean numbersFiles) {
        RecordingHeader header = recording.header();
        Map<String, Object> details = new LinkedHashMap<>(header.settings());
        details.put("startEpochMicros", header.startEpochMicros());
        if (!numbersFiles && header.segment() > 0) {
            details.put(TraceWords.SEGMENT, header.segment());
            details.put(TraceWords.FROM_NANOS, header.fromNanos());
        }
        return new RecordingInfo(header.processId(), header.processName(), List.of(), details, header.fromNanos());
    }

    private void writeCpu(SegmentedTraceWriter writer) throws IOException {
        PointReader points = recording.points();
        while (points.next()) {
            if (points.isCpu()) {
                writer.reading(TraceWords.CPU, points.nanos(), points.cpu());
            }
        }
    }

    /** Returns the facts that are known only at the recording's end. */
    Map<String, ?> facts() {
        Map<String, Object> facts = new LinkedHashMap<>();
        for (Map.Entry<String, String> counter : recording.counters().entrySet()) {
            facts.put(counter.getKey(), number(counter.getValue()));
        }
        facts.put(EndFacts.RECORDS, records());
        if (recording.header().segment() > 0) {
            facts.put(TraceWords.FROM_NANOS, recording.header().fromNanos());
        }
        if (!recording.damages().isEmpty()) {
            facts.put(TraceWords.DAMAGED, String.join("; ", recording.damages()));
        }
        if (!hasEnd()) {
            facts.put(spoolInUse == null ? "killed" : "growing", true);
            facts.put("recordsFromSpool", fromSpool);
            facts.put(TraceWords.TORN, recording.isTorn());
            facts.put("namesLost", recording.namesLost());
        }
        return facts;
    }

    private static Object number(String value) {
        try {
            return Long.valueOf(value);
        } catch (NumberFormatException text) {
            return value;
        }
    }
}
