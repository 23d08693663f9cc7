// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.collapsed;

import dev.jtracer.engine.event.PlainText;
import dev.jtracer.engine.event.TraceLimits;
import dev.jtracer.engine.event.TraceOutputs;
import dev.jtracer.engine.exporter.ExportLoss;
import dev.jtracer.engine.exporter.ExportReport;
import dev.jtracer.engine.exporter.TraceExporter;
import dev.jtracer.engine.exporter.trace.CallCursor;
import dev.jtracer.engine.exporter.trace.ExportedTrace;
import dev.jtracer.engine.exporter.trace.FrameNumbers;
import dev.jtracer.engine.exporter.trace.ThreadRow;
import dev.jtracer.engine.json.JsonText;
import dev.jtracer.engine.json.RecordBuffer;
import dev.jtracer.engine.model.HandlerSet;
import dev.jtracer.engine.model.ParsedTrace;
import java.io.IOException;
import java.io.OutputStream;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * An exporter to collapsed stacks: {@code [NAME tid=NUMBER];outer;inner 12}, a line for each different stack, with the self
 * time of all calls on it in whole microseconds. The time of omitted calls counts for their callers.
 *
 * <p>The outermost frame is the thread, in async-profiler's form, which the engine's importer reads. The form has no
 * processes, so of two threads with one number the second gets another.
 *
 * <p>A semicolon or a control character in a name is written as {@code \}{@code u003b}, a missing name as {@code (unnamed)}.
 * Stacks of less than half a microsecond are omitted. Memory grows with the number of different stacks.
 */
public final class CollapsedExporter implements TraceExporter {
    @Override
    public HandlerSet requires() {
        return ExportedTrace.handlers();
    }

    @Override
    public ExportReport export(ParsedTrace parsed, TraceOutputs outputs, TraceLimits limits) throws IOException {
        ExportedTrace trace = ExportedTrace.of(parsed, limits);
        FrameNumbers frames = new FrameNumbers(trace.trees().names());
        StackTotals stacks = new StackTotals();
        ThreadFrames threads = new ThreadFrames(trace.rows());
        for (ThreadRow row : trace.rows()) {
            stacks.enter(frames.of(threads.next(row)));
            add(trace, row, frames, stacks);
            stacks.leave();
        }
        try (OutputStream out = outputs.open(1)) {
            trace.counts().lose(ExportLoss.NO_TIME, write(stacks, frames, out));
        }
        trace.losePoints();
        return trace.report(0);
    }

    private static void add(ExportedTrace trace, ThreadRow row, FrameNumbers frames, StackTotals stacks) {
        CallCursor calls = trace.calls(row, CallCursor.Times.NESTED);
        for (CallCursor.Step step = calls.next(); step != CallCursor.Step.DONE; step = calls.next()) {
            if (step == CallCursor.Step.BEGIN) {
                stacks.enter(frames.of(trace.trees().nameIndex(calls.call())));
                stacks.spend(calls.endNanos() - calls.startNanos());
                trace.counts().addCall();
            } else {
                stacks.leave();
            }
        }
    }

    /** Writes the stacks. Returns how many have no line, because their time rounds to nothing. */
    private static long write(StackTotals stacks, FrameNumbers frames, OutputStream out) throws IOException {
        RecordBuffer buffer = new RecordBuffer(out);
        EmptyStacks emptyStacks = new EmptyStacks();
        List<String> names =
                frames.names().stream().map(CollapsedExporter::spell).toList();
        stacks.forEach((stack, depth, nanos) -> {
            long micros = (nanos + 500) / 1000;
            emptyStacks.visit(depth, micros == 0);
            if (micros > 0) {
                StringBuilder line = new StringBuilder();
                for (int i = 0; i < depth; i++) {
                    line.append(i == 0 ? "" : ";").append(names.get(stack[i]));
                }
                byte[] bytes = JsonText.bytes(
                        line.append(' ').append(micros).append('\n').toString());
                buffer.beginRecord(bytes.length);
                buffer.put(bytes);
            }
        });
        buffer.flush();
        return emptyStacks.count();
    }

    private static String spell(String name) {
        return name.isEmpty() ? "(unnamed)" : PlainText.of(name, ';');
    }

    /** The number of stacks without time, visited outermost first, that no other stack begins with: they are in no line. */
    private static final class EmptyStacks {
        private int lastEmptyDepth;
        private long count;

        void visit(int depth, boolean empty) {
            if (lastEmptyDepth >= depth) {
                count++;
            }
            lastEmptyDepth = empty ? depth : 0;
        }

        long count() {
            return lastEmptyDepth > 0 ? count + 1 : count;
        }
    }

    /** The frames of threads, each with a unique number. */
    private static final class ThreadFrames {
        private final Set<Long> taken = new HashSet<>();
        private long highest;

        ThreadFrames(List<ThreadRow> rows) {
            highest = rows.stream().mapToLong(ThreadRow::tid).max().orElse(0);
        }

        String next(ThreadRow row) {
            long number = row.tid();
            if (!taken.add(number)) {
                number = ++highest;
            }
            return "[" + row.name() + " tid=" + number + "]";
        }
    }
}
