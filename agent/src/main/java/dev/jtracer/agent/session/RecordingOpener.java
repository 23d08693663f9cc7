// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.session;

import dev.jtracer.agent.config.AgentOptions;
import dev.jtracer.agent.drain.LiveAnalysis;
import dev.jtracer.agent.drain.LiveOrder;
import dev.jtracer.agent.drain.MethodJournal;
import dev.jtracer.agent.drain.NameLog;
import dev.jtracer.agent.drain.SlowCallWindows;
import dev.jtracer.agent.drain.SlowFigures;
import dev.jtracer.agent.drain.SpoolFile;
import dev.jtracer.agent.output.CallPrinter;
import dev.jtracer.agent.output.OutputFile;
import dev.jtracer.agent.output.RecordingFile;
import dev.jtracer.agent.output.Report;
import dev.jtracer.agent.output.SteadyFiles;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.jtr.FileBeginning;
import dev.jtracer.engine.jtr.FrameFile;
import dev.jtracer.engine.jtr.RecordingHeader;
import dev.jtracer.engine.jtr.RecordingWriter;
import dev.jtracer.engine.jtr.RingOfFiles;
import dev.jtracer.engine.jtr.SingleFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Opens recordings, and the spool with the first. Belongs to the tracer's thread. */
final class RecordingOpener {
    private final AgentOptions options;
    private final RecordingFiles files;
    private final StringTable names;
    private final MethodJournal journal;
    private final RecorderSpool spool;
    private final SlowFigures slowFigures;
    private final Report report;
    /**
     * Whether the next recording starts before the application's main. Its totals are created by the first round of
     * the drain: main does not wait for their classes, and a starting application fills no spool meanwhile.
     */
    private boolean beforeMain;

    /** Printer of the current recording's calls; null unless they are printed. */
    private @Nullable CallPrinter printer;
    /** Slow calls of the current recording; null unless only what surrounds them is retained. */
    private @Nullable SlowCallWindows slow;

    RecordingOpener(
            AgentOptions options,
            RecordingFiles files,
            StringTable names,
            MethodJournal journal,
            RecorderSpool spool,
            SlowFigures slowFigures,
            boolean beforeMain,
            Report report) {
        this.options = options;
        this.files = files;
        this.names = names;
        this.journal = journal;
        this.spool = spool;
        this.slowFigures = slowFigures;
        this.beforeMain = beforeMain;
        this.report = report;
    }

    /** Opens a recording and drains the spool into it. */
    Recording open(RecordingFile file) throws IOException {
        long slowNanos = options.buffers().slowNanos();
        slow = slowNanos == 0 ? null : new SlowCallWindows(slowNanos, names, slowFigures);
        SpoolFile buffers = spool.file();
        if (buffers != null) {
            return open(file, buffers, writer(file, buffers.path()));
        }
        OutputFile spoolFile = files.createSpool(file);
        try {
            // Before the spool, which might leave no space for it.
            RecordingWriter writer = writer(file, spoolFile.path());
            buffers = files.spool(spoolFile);
            spool.file(buffers);
            journal.log(new NameLog(buffers.names()));
            writer.newNames();
            return open(file, buffers, writer);
        } catch (IOException | RuntimeException | Error e) {
            if (buffers == null) {
                spoolFile.delete(e);
            }
            throw e;
        }
    }

    private Recording open(RecordingFile file, SpoolFile buffers, RecordingWriter writer) throws IOException {
        spool.drainInto(buffers, writer);
        long startNanos = writer.header().startNanos();
        Points points = new Points(
                writer,
                new ObjLongConsumer<>() {
                    @Override
                    public void accept(String text, long nanos) {
                        if (printer != null) {
                            printer.text(nanos - startNanos, text);
                        }
                    }
                },
                spool);
        Supplier<LiveAnalysis> analyses = new Supplier<>() {
            @Override
            public LiveAnalysis get() {
                return analysis(writer.header());
            }
        };
        Recording recording =
                new Recording(file, writer, options.switches().totals() ? analyses : null, points, slow, spool);
        // The legend of printed calls comes before the line about the start.
        if (!beforeMain || options.stderr().printCalls()) {
            recording.analysis();
        }
        beforeMain = false;
        if (options.files().jfr()) {
            recording.flight =
                    FlightRecorder.start(file.trace(), options.buffers().ringBytes(), report);
        }
        return recording;
    }

    private RecordingWriter writer(RecordingFile file, Path spoolPath) throws IOException {
        long ringBytes = options.buffers().ringBytes();
        FrameFile frames = ringBytes == 0
                ? new SingleFile(file.channel())
                : new RingOfFiles(file.path(), file.channel(), ringBytes, slow, SteadyFiles.INSTANCE);
        RecordingWriter writer = new RecordingWriter(frames, files.header(file, spoolPath), journal);
        writer.newNames();
        return writer;
    }

    /** Returns the writer of a recording that goes on in another file, whose beginning is in memory. */
    RecordingWriter writer(FileBeginning beginning, RecordingHeader header) throws IOException {
        RecordingWriter writer = new RecordingWriter(beginning, header, journal);
        writer.newNames();
        spool.drainer().beginNextFile(writer);
        return writer;
    }

    /** Creates the live totals of a recording, from zero. */
    private LiveAnalysis analysis(RecordingHeader header) {
        List<EventHandler<?>> handlers = new ArrayList<>();
        if (slow != null) {
            handlers.add(slow);
        }
        if (!options.stderr().printCalls()) {
            return new LiveAnalysis(names, header.processId(), header.startNanos(), handlers, null);
        }
        CallPrinter calls = new CallPrinter(report);
        if (printer == null) {
            calls.legend();
        }
        printer = calls;
        handlers.add(calls);
        LiveOrder order = new LiveOrder() {
            @Override
            public void thread(String name) {
                calls.thread(name);
            }

            @Override
            public void noEventsBefore(long nanos) {
                calls.printUntil(nanos);
            }
        };
        return new LiveAnalysis(names, header.processId(), header.startNanos(), handlers, order);
    }
}
