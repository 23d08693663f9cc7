// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.format;

import dev.jtracer.engine.event.TraceLimits;
import dev.jtracer.engine.event.TraceOutputs;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.exporter.ExportReport;
import dev.jtracer.engine.exporter.NameForm;
import dev.jtracer.engine.exporter.TraceExporter;
import dev.jtracer.engine.exporter.trace.CallCursor;
import dev.jtracer.engine.exporter.trace.ExportedTrace;
import dev.jtracer.engine.exporter.trace.FrameNumbers;
import dev.jtracer.engine.exporter.trace.ThreadRow;
import dev.jtracer.engine.handler.sample.SampleTree;
import dev.jtracer.engine.handler.sample.Samples;
import dev.jtracer.engine.handler.sample.SamplesHandler;
import dev.jtracer.engine.json.JsonText;
import dev.jtracer.engine.json.RecordBuffer;
import dev.jtracer.engine.model.HandlerSet;
import dev.jtracer.engine.model.ParsedTrace;
import dev.jtracer.engine.model.TraceProcessor;
import dev.jtracer.engine.text.ShortNames;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * An exporter to speedscope's own JSON: one evented profile for the calls of a thread, and one sampled profile for
 * each kind of its samples, over shared frames. speedscope takes quadratic time for a large file in Chrome's format,
 * and splits a method into a frame for each value of its arguments; this format has neither fault.
 */
final class SpeedscopeExporter {
    private static final byte[] START =
            JsonText.bytes("{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\n"
                    + "\"exporter\":\"jtracer\",\n\"profiles\":[");
    private static final byte[] NEXT = JsonText.bytes(",\n");
    private static final byte[] LINE = JsonText.bytes("\n");
    private static final byte[] OPEN = JsonText.bytes("{\"type\":\"O\",\"at\":");
    private static final byte[] CLOSE = JsonText.bytes("{\"type\":\"C\",\"at\":");
    private static final byte[] FRAME = JsonText.bytes(",\"frame\":");
    private static final byte[] END_EVENT = JsonText.bytes("}");
    private static final byte[] END_PROFILE = JsonText.bytes("\n]}");
    private static final int EVENT_LENGTH =
            NEXT.length + OPEN.length + FRAME.length + 2 * RecordBuffer.MAX_NUMBER_LENGTH + END_EVENT.length;

    private final ExportedTrace trace;
    private final List<Samples.Profile> profiles;
    private final NameForm form;
    private final RecordBuffer buffer;
    private final long shiftNanos;
    private final FrameNumbers frames;
    private byte[] separator = LINE;

    /** Exports a trace, as {@link TraceExporter#export} says. */
    static ExportReport export(TraceSource source, TraceOutputs outputs, TraceLimits limits, NameForm form)
            throws IOException {
        HandlerSet handlers = ExportedTrace.handlers().and(SamplesHandler::new);
        ParsedTrace parsed = new TraceProcessor(handlers.create()).parse(source);
        ExportedTrace trace = ExportedTrace.withSamples(parsed, limits);
        Samples samples = parsed.data(SamplesHandler.class);
        try (OutputStream out = outputs.open(1)) {
            new SpeedscopeExporter(trace, samples, form, out).run();
        }
        trace.losePoints();
        return trace.report(trace.shiftNanos());
    }

    private SpeedscopeExporter(ExportedTrace trace, Samples samples, NameForm form, OutputStream out) {
        this.trace = trace;
        this.profiles = samples.profiles();
        this.form = form;
        this.buffer = new RecordBuffer(out);
        this.shiftNanos = trace.shiftNanos();
        this.frames = new FrameNumbers(trace.trees().names());
    }

    private void run() throws IOException {
        write(START);
        byte[] between = LINE;
        for (ThreadRow row : trace.rows()) {
            write(between);
            between = NEXT;
            writeProfile(row);
        }
        for (Samples.Profile profile : profiles) {
            write(between);
            between = NEXT;
            writeSamples(profile);
            trace.counts().addSamples(profile.size());
        }
        // At the end, when all names are known, so that one pass suffices.
        write(JsonText.bytes("],\n\"shared\":{\"frames\":["));
        between = LINE;
        // The ids of the frames, because frames of samples are in no table of names.
        UnaryOperator<String> names = form == NameForm.FULL ? UnaryOperator.identity() : new ShortNames(frames.names());
        for (String name : frames.names()) {
            write(between);
            between = NEXT;
            write(JsonText.bytes("{\"name\":" + JsonText.json(names.apply(name)) + packageMember(name) + "}"));
        }
        write(JsonText.bytes("]},\n\"activeProfileIndex\":" + busiest() + "}\n"));
        buffer.flush();
    }

    /* speedscope has no groups, only a list of threads that can be searched. */
    private static String title(ThreadRow row) {
        return row.isVirtual() ? TraceWords.VIRTUAL_THREADS + ": " + row.name() : row.name();
    }

    /* speedscope shows the file of a frame beside its name, and derives the color from both. */
    private String packageMember(String name) {
        String packageName = form == NameForm.FULL ? "" : ShortNames.packageOf(name);
        return packageName.isEmpty() ? "" : ",\"file\":" + JsonText.json(packageName);
    }

    private void writeProfile(ThreadRow row) throws IOException {
        long start = trace.startNanos() - shiftNanos;
        long end = trace.endNanos() - shiftNanos;
        write(JsonText.bytes("{\"type\":\"evented\",\"name\":" + JsonText.json(title(row))
                + ",\"unit\":\"microseconds\",\"startValue\":" + micros(start) + ",\"endValue\":" + micros(end)
                + ",\"events\":["));
        separator = LINE;
        CallCursor calls = trace.calls(row, CallCursor.Times.NESTED);
        for (CallCursor.Step step = calls.next(); step != CallCursor.Step.DONE; step = calls.next()) {
            int frame = frames.of(trace.trees().nameIndex(calls.call()));
            if (step == CallCursor.Step.BEGIN) {
                writeEvent(OPEN, calls.startNanos(), frame);
                trace.counts().addCall(trace.trees().flags(calls.call()));
            } else {
                writeEvent(CLOSE, calls.endNanos(), frame);
            }
        }
        write(END_PROFILE);
    }

    /**
     * Writes the samples of a thread, in the order of time. Each has the time that it represents as its weight,
     * or one if that is unknown.
     */
    private void writeSamples(Samples.Profile profile) throws IOException {
        boolean timed = profile.hasDurations();
        String total = timed ? micros(profile.durNanos()) : Integer.toString(profile.size());
        write(JsonText.bytes("{\"type\":\"sampled\",\"name\":" + JsonText.json(title(profile)) + ",\"unit\":"
                + (timed ? "\"microseconds\"" : "\"none\"") + ",\"startValue\":0,\"endValue\":" + total
                + ",\"samples\":["));
        for (int i = 0; i < profile.size(); i++) {
            write(JsonText.bytes((i == 0 ? "\n[" : ",\n[") + stack(profile.tree(), profile.node(i)) + "]"));
        }
        write(JsonText.bytes("],\n\"weights\":["));
        for (int i = 0; i < profile.size(); i++) {
            write(JsonText.bytes((i == 0 ? "" : ",") + (timed ? micros(profile.durNanos(i)) : "1")));
        }
        write(JsonText.bytes("]}"));
    }

    private String title(Samples.Profile profile) {
        String thread = trace.meta().threadName(profile.pid(), profile.tid());
        String kind = profile.kind();
        return (thread.isEmpty() ? "thread-" + profile.tid() : thread) + (kind.isEmpty() ? "" : " (" + kind + ")");
    }

    /** Returns the numbers of the frames, outermost first. */
    private String stack(SampleTree tree, int innermost) {
        Deque<String> stack = new ArrayDeque<>();
        for (int node = innermost; node != SampleTree.ROOT; node = tree.parent(node)) {
            stack.push(Integer.toString(frames.of(tree.frame(node).name())));
        }
        return String.join(",", stack);
    }

    private void writeEvent(byte[] start, long tsNanos, int frame) throws IOException {
        RecordBuffer buffer = this.buffer;
        buffer.beginRecord(EVENT_LENGTH);
        buffer.put(separator);
        separator = NEXT;
        buffer.put(start);
        buffer.putMicros(tsNanos - shiftNanos);
        buffer.put(FRAME);
        buffer.putNumber(frame);
        buffer.put(END_EVENT);
    }

    private void write(byte[] part) throws IOException {
        buffer.beginRecord(part.length);
        buffer.put(part);
    }

    private static String micros(long nanos) {
        return BigDecimal.valueOf(nanos, 3).toPlainString();
    }

    /**
     * Returns the profile to show first: the thread with the most calls, or the profile of a trace with samples
     * alone that has the most of them. The waits and pauses in the file of a sampler are no calls.
     */
    private int busiest() {
        int busiest = 0;
        for (ThreadRow row : trace.rows()) {
            if (row.calls().calls() > trace.rows().get(busiest).calls().calls()) {
                busiest = row.index();
            }
        }
        Samples.Profile largest = profiles.stream()
                .max(Comparator.comparingInt(Samples.Profile::size))
                .orElse(null);
        boolean sampled = largest != null && (trace.rows().isEmpty() || largest.size() > 0 && !largest.hasDurations());
        return sampled ? trace.rows().size() + profiles.indexOf(largest) : busiest;
    }
}
