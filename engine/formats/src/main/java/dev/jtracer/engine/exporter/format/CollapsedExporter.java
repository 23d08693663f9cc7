// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.format;

import dev.jtracer.engine.event.ThreadKey;
import dev.jtracer.engine.event.TraceLimits;
import dev.jtracer.engine.event.TraceOutputs;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.exporter.ExportLoss;
import dev.jtracer.engine.exporter.ExportReport;
import dev.jtracer.engine.exporter.NameForm;
import dev.jtracer.engine.exporter.TraceExporter;
import dev.jtracer.engine.exporter.trace.ExportCounts;
import dev.jtracer.engine.exporter.trace.ThreadRow;
import dev.jtracer.engine.handler.meta.Meta;
import dev.jtracer.engine.handler.meta.MetaHandler;
import dev.jtracer.engine.handler.path.CallPath;
import dev.jtracer.engine.handler.path.ThreadPaths;
import dev.jtracer.engine.handler.sample.SampleTotals;
import dev.jtracer.engine.handler.sample.SampleTotalsHandler;
import dev.jtracer.engine.handler.sample.SampleTree;
import dev.jtracer.engine.json.JsonText;
import dev.jtracer.engine.json.RecordBuffer;
import dev.jtracer.engine.model.HandlerSet;
import dev.jtracer.engine.model.ParsedTrace;
import dev.jtracer.engine.model.TraceProcessor;
import dev.jtracer.engine.pairing.PairingProblem;
import dev.jtracer.engine.text.PlainText;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * An exporter to collapsed stacks: {@code [NAME tid=NUMBER];outer;inner 12}, a line for each different stack, with
 * the self time of all calls on it in whole microseconds. The time of dropped calls counts for their callers.
 *
 * <p>For a sampler's file, and a trace that has samples and no calls, a line has the number of samples of a stack
 * instead.
 *
 * <p>The outermost frame is the thread, in async-profiler's form, which the engine's importer reads. The form has no
 * processes, so of two threads with one number the second gets another.
 *
 * <p>A semicolon or a control character in a name is written as {@code \}{@code u003b}, a missing name as
 * {@code (unnamed)}. Stacks of less than half a microsecond are dropped.
 *
 * <p>A source is read as a stream. Memory grows with the number of different stacks up to a limit that depends on the
 * heap; the calls on further stacks are added up as {@code (other)}.
 */
final class CollapsedExporter {
    private CollapsedExporter() {}

    /** Exports a trace, as {@link TraceExporter#export} says. */
    static ExportReport export(TraceSource source, TraceOutputs outputs, TraceLimits limits, NameForm form)
            throws IOException {
        HandlerSet handlers = HandlerSet.of(() -> new StacksHandler(limits), SampleTotalsHandler::new);
        ParsedTrace parsed = new TraceProcessor(handlers.create()).parse(source);
        StacksHandler.Stacks stacks = parsed.data(StacksHandler.class);
        ExportCounts counts = new ExportCounts();
        counts.lose(ExportLoss.TOO_DEEP, stacks.paths().tooDeep());
        counts.lose(ExportLoss.TOO_SHORT, stacks.paths().tooShort());
        counts.lose(ExportLoss.CUT, parsed.pairing().count(PairingProblem.OVERLAP));
        counts.lose(ExportLoss.OTHER_KIND, stacks.otherKinds());
        counts.lose(ExportLoss.NO_PLACE, stacks.points());
        write(stacks, parsed, outputs, counts);
        return counts.report(0, parsed.pairing(), parsed.report());
    }

    private static void write(
            StacksHandler.Stacks stacks, ParsedTrace parsed, TraceOutputs outputs, ExportCounts counts)
            throws IOException {
        SampleTotals samples = parsed.data(SampleTotalsHandler.class);
        ThreadPaths paths = stacks.paths();
        long frames = paths.calls() + paths.passes() + paths.runs();
        try (OutputStream out = outputs.open(1)) {
            if (samples.isOfSampler() || samples.count() > 0 && frames == 0) {
                writeSamples(samples, parsed.data(MetaHandler.class), out);
                counts.addSamples(samples.count());
                counts.lose(ExportLoss.NOT_SAMPLES, frames);
                counts.lose(ExportLoss.MANY_STACKS, samples.other());
            } else {
                counts.lose(ExportLoss.SAMPLES, stacks.sampleEvents());
                counts.lose(ExportLoss.NO_TIME, writeTimes(stacks, out));
                counts.add(paths.calls(), paths.passes(), paths.runs());
                counts.lose(ExportLoss.MANY_STACKS, paths.otherCalls());
            }
        }
    }

    /** Writes the stacks of calls. Returns the number of those in no line, because their times round to zero. */
    private static long writeTimes(StacksHandler.Stacks stacks, OutputStream out) throws IOException {
        CollapsedLines lines = new CollapsedLines(
                out, stacks.rows().stream().mapToLong(ThreadRow::tid).max());
        List<String> names =
                stacks.frames().names().stream().map(CollapsedLines::spell).toList();
        for (ThreadRow row : stacks.rows()) {
            lines.add(0, lines.thread(row.name(), row.tid()), 0);
            stacks.paths().forEach(row.calls().track(), (depth, frame, nanos) -> {
                String name = frame == ThreadPaths.OTHER ? CallPath.OTHER : names.get(frame);
                lines.add(depth + 1, name, (nanos + 500) / 1000);
            });
        }
        return lines.finish();
    }

    /**
     * Writes the sampled stacks. If the trace has several kinds of samples, the frame below the thread names the
     * kind, so that their different periods are not mixed.
     */
    private static void writeSamples(SampleTotals samples, Meta meta, OutputStream out) throws IOException {
        CollapsedLines lines = new CollapsedLines(
                out,
                samples.threads().stream()
                        .mapToLong(SampleTotals.ThreadStacks::tid)
                        .max());
        Map<ThreadKey, String> threads = new HashMap<>();
        boolean severalKinds = samples.kinds().size() > 1;
        for (SampleTotals.ThreadStacks thread : samples.threads()) {
            String frame = threads.computeIfAbsent(new ThreadKey(thread.pid(), thread.tid()), key -> {
                String name = meta.threadName(key.pid(), key.tid());
                return lines.thread(name.isEmpty() ? "thread-" + key.tid() : name, key.tid());
            });
            lines.add(0, frame, 0);
            if (severalKinds) {
                lines.add(1, "(" + CollapsedLines.spell(thread.kind()) + ")", 0);
            }
            writeTree(thread.tree(), severalKinds ? 2 : 1, lines);
        }
        lines.finish();
    }

    /* Not recursive: a stack may be very deep. */
    private static void writeTree(SampleTree tree, int outermost, CollapsedLines lines) throws IOException {
        int around = outermost;
        int node = tree.firstChild(SampleTree.ROOT);
        while (node != SampleTree.NONE) {
            lines.add(around, CollapsedLines.spell(tree.frame(node).name()), tree.selfCount(node));
            int next = tree.firstChild(node);
            around += next == SampleTree.NONE ? 0 : 1;
            while (next == SampleTree.NONE && node != SampleTree.ROOT) {
                next = tree.nextSibling(node);
                if (next == SampleTree.NONE) {
                    node = tree.parent(node);
                    around--;
                }
            }
            node = next;
        }
    }

    /** A writer of lines, each a stack that begins with the frame of a thread, and a number. */
    private static final class CollapsedLines {
        private final RecordBuffer buffer;
        private final Set<Long> taken = new HashSet<>();
        private long highest;
        private final StringBuilder line = new StringBuilder();
        /** By number of frames, the length of {@link #line} with them. */
        private int[] lengths = new int[16];
        /** Number of frames of the previous stack if it has no number, else 0. */
        private int emptyFrames;

        private long emptyStacks;

        /** Creates a writer; {@link #finish} ends it. {@code highest} is the highest number of a thread, if any. */
        CollapsedLines(OutputStream out, OptionalLong highest) {
            this.buffer = new RecordBuffer(out);
            this.highest = highest.orElse(0);
        }

        /** Returns the frame of the next thread, with a number that no thread before has. */
        String thread(String name, long tid) {
            long number = tid;
            if (!taken.add(number)) {
                number = ++highest;
            }
            return PlainText.of("[" + name + " tid=" + number + "]", ';');
        }

        static String spell(String name) {
            return name.isEmpty() ? "(unnamed)" : PlainText.of(name, ';');
        }

        /**
         * Adds a stack: a frame with as many of the frames before around it. Writes its line if the number is not 0.
         */
        void add(int around, String frame, long number) throws IOException {
            line.setLength(lengths[around]);
            line.append(around == 0 ? "" : ";").append(frame);
            if (around + 1 == lengths.length) {
                lengths = Arrays.copyOf(lengths, lengths.length * 2);
            }
            lengths[around + 1] = line.length();
            countEmpty(around + 1, number == 0);
            if (number > 0) {
                byte[] bytes = JsonText.bytes(
                        line.append(' ').append(number).append('\n').toString());
                buffer.beginRecord(bytes.length);
                buffer.put(bytes);
            }
        }

        /* A stack without a number appears in the lines of the longer stacks that follow it. */
        private void countEmpty(int frames, boolean empty) {
            if (emptyFrames >= frames && emptyFrames > 0) {
                emptyStacks++;
            }
            emptyFrames = empty ? frames : 0;
        }

        /** Ends the lines. Returns the number of stacks that appear in none of them. */
        long finish() throws IOException {
            countEmpty(0, false);
            buffer.flush();
            return emptyStacks;
        }
    }
}
