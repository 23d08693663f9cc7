// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.window;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.EventConsumer;
import dev.jtracer.engine.event.ForwardingSource;
import dev.jtracer.engine.event.ImportProblem;
import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.event.TraceSource;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Several windows of one recording as one trace, each cut out of a reading of its own: the same events as in the
 * files of the windows, one after the other.
 */
public final class WindowSequence extends ForwardingSource {
    private final List<Part> parts;
    private int current;

    /** A window, and the trace to cut it out of, which shares the tables of all others and is read once. */
    public record Part(CutWindow window, TraceSource reading) {}

    /** Makes a sequence of parts in the order of time, without an overlap, which share the tables of a source. */
    public WindowSequence(TraceSource tables, List<Part> parts) {
        super(tables);
        this.parts = List.copyOf(parts);
    }

    @Override
    public double progress() {
        return current == parts.size()
                ? 1
                : (current + parts.get(current).reading().progress()) / parts.size();
    }

    @Override
    public ImportReport read(EventConsumer consumer) throws IOException {
        long events = 0;
        boolean truncated = false;
        Map<ImportProblem, Long> problems = new EnumMap<>(ImportProblem.class);
        for (current = 0; current < parts.size() && !consumer.isDone(); current++) {
            Part part = parts.get(current);
            WindowCutter cutter = new WindowCutter(
                    this, List.of(part.window()), current + 1, events, (event, window) -> consumer.accept(event));
            ImportReport report = part.reading().read(cutter.until(consumer::isDone));
            cutter.finish();
            events = cutter.delivered(0);
            truncated |= report.truncated();
            report.problems().forEach((problem, count) -> problems.merge(problem, count, Math::max));
        }
        return new ImportReport(events, truncated, Args.EMPTY, problems);
    }
}
