// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.chrome;

import dev.jtracer.engine.chrome.write.ChromeTraceWriter;
import dev.jtracer.engine.chrome.write.RecordingInfo;
import dev.jtracer.engine.chrome.write.SegmentCounts;
import dev.jtracer.engine.chrome.write.SegmentedTraceWriter;
import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.EndFacts;
import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.ThreadKey;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceLimits;
import dev.jtracer.engine.event.TraceOutputs;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.event.TrackTable;
import dev.jtracer.engine.exporter.ExportLoss;
import dev.jtracer.engine.exporter.ExportReport;
import dev.jtracer.engine.exporter.trace.ExportCounts;
import dev.jtracer.engine.exporter.trace.PointEvents;
import dev.jtracer.engine.handler.meta.Meta;
import dev.jtracer.engine.pairing.PairingCounts;
import dev.jtracer.engine.pairing.PairingProblems;
import java.io.Closeable;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A writer of a trace in the tracer's own layout: a row for each thread, in any order or interleaved. */
final class ChromeRows implements Closeable {
    private static final int EXIT_FLAGS = SpanFlags.THREW | SpanFlags.UNFINISHED | SpanFlags.CONTINUED;

    private final TrackTable tracks = new TrackTable();
    private final Map<ThreadKey, Integer> taken = new HashMap<>();
    /** Threads that have a row because of a line of text before their first call. */
    private final Set<ThreadKey> withoutCalls = new HashSet<>();

    private final SegmentedTraceWriter writer;
    /** The process that the head of each file names. */
    private final long main;
    /** The facts and names written of processes. */
    private final Set<String> named = new HashSet<>();

    /** Counts of begins and ends without a partner, of the calls that are written on arrival. */
    final PairingProblems problems = new PairingProblems();

    private final long shiftNanos;
    private final EndFacts endFacts = new EndFacts();
    private long freeTid = 1;
    private long halfArrows;
    private long samples;

    /** Opens the first file, with the processes, and the facts at the recording's head, of {@code meta}. */
    ChromeRows(TraceOutputs outputs, TraceLimits limits, StringTable names, Meta meta, long shiftNanos)
            throws IOException {
        this.shiftNanos = shiftNanos;
        this.main = meta.recordedPid();
        this.writer = new SegmentedTraceWriter(
                outputs, names, tracks, info(main, meta, meta.startNanos() - shiftNanos), limits);
        named.add(key(main, TraceWords.RECORDING));
        for (Map.Entry<Long, Meta.ProcessInfo> process : meta.processes().entrySet()) {
            long pid = process.getKey();
            metadata(pid, TraceWords.PROCESS_NAME, "name", process.getValue().name(), pid == main);
            metadata(
                    pid, TraceWords.PROCESS_LABELS, "labels", process.getValue().labels(), pid == main);
        }
    }

    private static RecordingInfo info(long pid, Meta meta, long startNanos) {
        Meta.ProcessInfo process = meta.process(pid);
        List<String> labels = process.labels().isEmpty()
                ? List.of()
                : List.of(process.labels().split(",", -1));
        Args details = meta.facts().getOrDefault(TraceWords.RECORDING, Args.EMPTY);
        return new RecordingInfo(pid, process.name(), labels, details.asMap(), Math.max(0, startNanos));
    }

    /** Writes a name of a process, if it has one, unless the head of each file has it. */
    private void metadata(long pid, String name, String argument, String value, boolean inHead) throws IOException {
        if (inHead && !value.isEmpty()) {
            named.add(key(pid, name));
        } else if (!value.isEmpty()) {
            ofProcess(pid, TraceWords.METADATA, name, 0, Args.of(Map.of(argument, value)));
        }
    }

    private static String key(long pid, String name) {
        return pid + " " + name;
    }

    /**
     * Writes the name of a process that becomes known after the head of the file, as that of a second JVM does, or a
     * reading of CPU time.
     */
    void metadata(TraceEvent event) throws IOException {
        if (event.category().equals(TraceWords.READING)) {
            writer.event(Phase.METADATA, event.tsNanos() - shiftNanos, ChromePoints.fields(event));
        }
        if (event.name().equals(TraceWords.PROCESS_NAME)) {
            metadata(event.pid(), event.name(), "name", event.args().textOrEmpty("name"), false);
        } else if (event.name().equals(TraceWords.PROCESS_LABELS)) {
            metadata(event.pid(), event.name(), "labels", event.args().textOrEmpty("labels"), false);
        }
    }

    /** Writes a name or facts of a process in each file, unless they are written, or in the head of each file. */
    private void ofProcess(long pid, String category, String name, long tsNanos, Args args) throws IOException {
        // The last of several parts says how the recording ended.
        if (named.add(key(pid, name)) || name.equals(TraceWords.RECORDING_END)) {
            Map<String, Object> fields = ChromeTraceWriter.place(pid, 0, category, name);
            fields.put("args", args.asMap());
            writer.metadata(tsNanos, fields);
        }
    }

    /** Adds a row. It gets another number if its own is in use, because viewers identify rows by number. */
    int add(Track.Kind kind, long pid, long tid, String name) {
        ThreadKey own = new ThreadKey(pid, tid);
        if (withoutCalls.remove(own)) {
            return taken.getOrDefault(own, 0);
        }
        long free = tid;
        while (free < 0 || taken.containsKey(new ThreadKey(pid, free))) {
            free = freeTid++;
        }
        int row = tracks.addThread(kind, pid, free, name);
        taken.put(new ThreadKey(pid, free), row);
        return row;
    }

    void log(TraceEvent event, Track.Kind kind, String threadName) throws IOException {
        ThreadKey thread = new ThreadKey(event.pid(), event.tid());
        Integer row = taken.get(thread);
        if (row == null) {
            row = add(kind, event.pid(), event.tid(), threadName);
            withoutCalls.add(thread);
        }
        log(row, event);
    }

    /** Writes a line of text among the calls of a row. */
    void log(int row, TraceEvent event) throws IOException {
        writer.log(row, event.tsNanos() - shiftNanos, event.name());
    }

    /**
     * Begins a call or the run of a callback, or writes a pass, by the flags.
     *
     * @param flags of the begin
     * @param pass number of the pass, or of the run's pass; 0 if there is none
     * @param firstPass number of the callback's first pass if this one forwards it, otherwise 0
     * @param args arguments of a call; empty for a pass or a run
     */
    void enter(int row, int nameIndex, long tsNanos, int flags, long pass, long firstPass, Map<String, ?> args)
            throws IOException {
        long ts = tsNanos - shiftNanos;
        if ((flags & SpanFlags.PASS) != 0 && pass == 0) {
            halfArrows++; // stays a call, because a pass without a number has no runs
        }
        if (isPass(flags, pass)) {
            writer.pass(row, nameIndex, ts, pass, firstPass);
        } else if ((flags & SpanFlags.CONTINUED) != 0) {
            writer.enter(row, nameIndex, ts, flags & (SpanFlags.CONTINUED | SpanFlags.CALLBACK), args);
        } else if ((flags & SpanFlags.CALLBACK) != 0) {
            writer.enterRun(row, nameIndex, ts, pass, (flags & SpanFlags.AMBIGUOUS) != 0);
        } else if (pass != 0 && (flags & SpanFlags.FLOW) != 0) {
            enterBound(row, nameIndex, tsNanos, flags, pass, args);
        } else {
            writer.enter(row, nameIndex, ts, SpanFlags.NONE, args);
        }
    }

    /** Begins a call at which arrows of a chain begin or end, by the flags. */
    void enterBound(int row, int nameIndex, long tsNanos, int flags, long chain, Map<String, ?> args)
            throws IOException {
        boolean out = (flags & SpanFlags.FLOW_OUT) != 0;
        boolean in = (flags & SpanFlags.FLOW_IN) != 0;
        writer.enterBound(row, nameIndex, tsNanos - shiftNanos, chain, out, in, args);
    }

    /** Writes an end of an arrow of a chain at a point in time of a row. */
    void arrowEnd(int row, TraceEvent flow, long tsNanos, long chain) throws IOException {
        boolean in = flow.phase() != Phase.FLOW_START;
        boolean out = flow.phase() != Phase.FLOW_FINISH;
        writer.arrowEnd(row, flow.nameIndex(), tsNanos - shiftNanos, chain, out, in);
    }

    /** Counts ends of arrows that have no other end. */
    void countHalfArrows(long half) {
        halfArrows += half;
    }

    /** Ends a call or a run, with its flags and further arguments. A pass has no end: it has no length. */
    void exit(int row, int nameIndex, long tsNanos, int flags, Map<String, ?> args) throws IOException {
        writer.exit(row, nameIndex, tsNanos - shiftNanos, flags & EXIT_FLAGS, args);
    }

    /** Returns whether a call is written as a pass, which has no end. */
    static boolean isPass(int flags, long pass) {
        return (flags & SpanFlags.PASS) != 0 && pass != 0;
    }

    /** Writes an instant among the calls of its row. */
    void instant(int row, TraceEvent event) throws IOException {
        Track track = tracks.get(row);
        Map<String, Object> fields = ChromePoints.fields(event);
        fields.put("tid", track.tid());
        // The same as for calls: viewers identify rows by category and id.
        fields.put("cat", TraceWords.JAVA);
        fields.put("id2", Map.of("local", "0x" + Long.toHexString(track.tid())));
        write(Phase.ASYNC_INSTANT, event, fields);
    }

    void point(TraceEvent event) throws IOException {
        if (event.phase() == Phase.INSTANT && event.category().equals(TraceWords.JTRACER)) {
            if (event.name().equals(TraceWords.RECORDING_END) && event.pid() == main) {
                endFacts.add(event.args());
                return;
            }
            if (PointEvents.isFact(event)) {
                // Those of the main process are in the head of each file.
                long ts = event.tsNanos() - shiftNanos;
                ofProcess(event.pid(), TraceWords.JTRACER, event.name(), ts, event.args());
                return;
            }
            Number stallNanos = PointEvents.isStall(event) ? event.args().number(TraceWords.STALL_NANOS) : null;
            if (stallNanos != null) {
                writer.stall(event.pid(), event.tsNanos() - shiftNanos, stallNanos.longValue());
                return;
            }
        }
        if (event.phase() == Phase.SAMPLE && event.otherFields().asMap().containsKey(ChromePoints.STACK)) {
            samples++;
            return;
        }
        write(event.phase() == Phase.ASYNC_INSTANT ? Phase.INSTANT : event.phase(), event, ChromePoints.fields(event));
    }

    private void write(Phase phase, TraceEvent event, Map<String, Object> fields) throws IOException {
        writer.event(phase, event.tsNanos() - shiftNanos, fields);
    }

    void finish(long endNanos) throws IOException {
        writer.finish(endNanos - shiftNanos, endFacts.sum().asMap());
    }

    /** Adds the counts of the files and of the writer's losses, and returns the report. */
    ExportReport report(ExportCounts counts, PairingCounts pairing, ImportReport input) {
        SegmentCounts written = writer.counts();
        counts.add(written.calls(), written.passes(), written.runs());
        counts.lose(ExportLoss.HALF_ARROW, halfArrows);
        counts.lose(ExportLoss.SAMPLES, samples);
        counts.lose(ExportLoss.TOO_DEEP, written.depthCut());
        counts.lose(ExportLoss.TOO_SHORT, written.tooShort());
        counts.lose(ExportLoss.CUT, written.movedForward());
        return counts.report(shiftNanos, pairing.plus(problems.counts()), input);
    }

    @Override
    public void close() throws IOException {
        writer.close();
    }
}
