// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.tracing;

import dev.jtracer.agent.config.AgentOptions;
import dev.jtracer.agent.config.AgentOrigin;
import dev.jtracer.agent.config.FullPolicy;
import dev.jtracer.agent.config.StderrOptions;
import dev.jtracer.agent.drain.SlowFigures;
import dev.jtracer.agent.lag.LagMeter;
import dev.jtracer.agent.output.KeptFiles;
import dev.jtracer.agent.output.LagLines;
import dev.jtracer.agent.output.Report;
import dev.jtracer.agent.recording.MethodJournal;
import dev.jtracer.agent.thread.TracerThreads;
import dev.jtracer.agent.weave.WeaveCounters;
import dev.jtracer.bootstrap.LossCounters;
import dev.jtracer.engine.event.StringTable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Creates the parts of this package in the order of their dependencies. */
public final class TracingAssembly {
    private TracingAssembly() {}

    /**
     * Assembles the tracing of this JVM, which is off.
     *
     * @param origin where the tracer came from, on which it depends what stderr shows
     */
    public static TracingController assemble(
            AgentOptions options,
            TracerThreads threads,
            RecordingFiles files,
            StringTable names,
            MethodJournal journal,
            WeaveCounters weaving,
            TraceMaker traces,
            AgentOrigin origin,
            Report report) {
        Deadlines deadlines = new Deadlines(options.files());
        AtomicLong droppedPoints = new AtomicLong();
        SlowFigures slow = new SlowFigures();
        CurrentRecording current = new CurrentRecording();
        RecorderSpool spool = new RecorderSpool(options.buffers().full() == FullPolicy.RING);
        Overhead overhead = new Overhead(
                spool, origin == AgentOrigin.ATTACH || options.stderr().quiet() ? null : report);
        WriteFailures writing = new WriteFailures(
                report, options.buffers().ringBytes() > 0 || options.files().rotates());
        DrainThread thread = new DrainThread(threads, report, spool, writing);
        boolean beforeMain = origin != AgentOrigin.ATTACH && options.switches().start();
        RecordingOpener opener =
                new RecordingOpener(options, files, names, journal, spool, droppedPoints, slow, beforeMain, report);
        KeptFiles kept = new KeptFiles(options.files().keepBytes(), report);
        Counters counters = new Counters(
                spool,
                writing,
                droppedPoints,
                weaving,
                overhead,
                new Supplier<>() {
                    @Override
                    public String get() {
                        return LossCounters.lastFailure();
                    }
                },
                options.weaving().sampledCalls().leavesOut(),
                options.buffers().slowNanos() > 0 ? slow : null,
                options.files().rotates() ? kept : null);
        Rotation rotation =
                new Rotation(options.files(), files, opener, spool, thread, current, counters, kept, report);
        // The line at the start would stand in the output of every JVM.
        FirstCallLine firstCall = beforeMain
                        && origin == AgentOrigin.ENVIRONMENT
                        && !options.stderr().quiet()
                ? new FirstCallLine(current, spool, report)
                : null;
        Recorder recorder = new Recorder(
                thread,
                spool,
                overhead,
                lagMeter(options.stderr(), threads, current, origin, spool, report),
                rotation,
                firstCall);
        RecordingStart start = new RecordingStart(options, files, opener, thread, recorder, current, deadlines, report);
        RecordingStop stop = new RecordingStop(
                current,
                thread,
                recorder,
                new RecordingEnd(spool, writing, counters, rotation, firstCall, report),
                traces,
                new StopReport(options, overhead, weaving, writing, report),
                report);
        return new TracingController(
                new RecordingCommands(start, stop, current, thread, deadlines, report),
                current,
                new LiveTotals(current, thread, deadlines),
                new SnapshotView(current, thread, spool, overhead, deadlines),
                new StatusView(current, thread, spool, counters),
                new TracingExit(stop, current, thread, traces, spool, deadlines, report),
                deadlines,
                spool,
                report);
    }

    /** Returns whether this JVM got the agent from the environment and has recorded nothing, and so prints nothing. */
    private static boolean isSilent(AgentOrigin origin, RecorderSpool spool) {
        return origin == AgentOrigin.ENVIRONMENT && spool.events() == 0;
    }

    private static @Nullable LagMeter lagMeter(
            StderrOptions options,
            TracerThreads threads,
            CurrentRecording current,
            AgentOrigin origin,
            RecorderSpool spool,
            Report report) {
        if (options.lagNanos() <= 0) {
            return null;
        }
        LagLines lines = new LagLines(report);
        return new LagMeter(threads, options.lagNanos(), new LongConsumer() {
            @Override
            public void accept(long lateNanos) {
                current.lag(lateNanos);
                if (!options.quiet() && !isSilent(origin, spool)) {
                    lines.add(lateNanos, System.nanoTime());
                }
            }
        });
    }
}
