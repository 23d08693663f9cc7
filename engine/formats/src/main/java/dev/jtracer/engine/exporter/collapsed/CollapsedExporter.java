// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.collapsed;

import dev.jtracer.engine.event.TraceLimits;
import dev.jtracer.engine.event.TraceOutputs;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.exporter.ExportLoss;
import dev.jtracer.engine.exporter.ExportReport;
import dev.jtracer.engine.exporter.NameForm;
import dev.jtracer.engine.exporter.TraceExporter;
import dev.jtracer.engine.exporter.trace.ExportCounts;
import dev.jtracer.engine.handler.meta.MetaHandler;
import dev.jtracer.engine.handler.path.ThreadPaths;
import dev.jtracer.engine.handler.sample.SampleTotals;
import dev.jtracer.engine.handler.sample.SampleTotalsHandler;
import dev.jtracer.engine.model.HandlerSet;
import dev.jtracer.engine.model.ParsedTrace;
import dev.jtracer.engine.model.TraceProcessor;
import dev.jtracer.engine.pairing.PairingProblem;
import java.io.IOException;
import java.io.OutputStream;

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
public final class CollapsedExporter {
    private CollapsedExporter() {}

    /** Exports a trace, as {@link TraceExporter#export} says. */
    public static ExportReport export(TraceSource source, TraceOutputs outputs, TraceLimits limits, NameForm form)
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
                new SampleLines(samples, parsed.data(MetaHandler.class), out).write();
                counts.addSamples(samples.count());
                counts.lose(ExportLoss.NOT_SAMPLES, frames);
                counts.lose(ExportLoss.MANY_STACKS, samples.other());
            } else {
                counts.lose(ExportLoss.SAMPLES, stacks.sampleEvents());
                counts.lose(ExportLoss.NO_TIME, new StackLines(stacks, out).write());
                counts.add(paths.calls(), paths.passes(), paths.runs());
                counts.lose(ExportLoss.MANY_STACKS, paths.otherCalls());
            }
        }
    }
}
