// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.session;

import dev.jtracer.agent.config.AgentOptions;
import dev.jtracer.agent.config.AgentOptions.BufferOptions;
import dev.jtracer.agent.config.OptionException;
import dev.jtracer.agent.config.Platform;
import dev.jtracer.agent.drain.LiveAnalysis;
import dev.jtracer.agent.drain.LiveOrder;
import dev.jtracer.agent.drain.MethodJournal;
import dev.jtracer.agent.drain.NameLog;
import dev.jtracer.agent.drain.ProcessId;
import dev.jtracer.agent.drain.SlowCallWindows;
import dev.jtracer.agent.drain.SlowFigures;
import dev.jtracer.agent.drain.SpoolFile;
import dev.jtracer.agent.output.CallPrinter;
import dev.jtracer.agent.output.OutputFile;
import dev.jtracer.agent.output.OutputName;
import dev.jtracer.agent.output.RecordingFile;
import dev.jtracer.agent.output.Report;
import dev.jtracer.agent.output.SteadyFiles;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.jtr.FileBeginning;
import dev.jtracer.engine.jtr.FrameFile;
import dev.jtracer.engine.jtr.RecordingHeader;
import dev.jtracer.engine.jtr.RecordingWriter;
import dev.jtracer.engine.jtr.RingOfFiles;
import dev.jtracer.engine.jtr.SingleFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The files of this JVM's recordings, one spool for all of them and a recording file for each, and the opening of
 * recordings in them. Belongs to the tracer's thread, which opens what a command has created.
 */
final class RecordingFiles {
    private static final int CLOCK_READINGS = 5;

    private final AgentOptions options;
    private final OutputName name;
    private final String version;
    private final long processId;
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

    /** Number of the current recording. */
    private int number;

    /** Files of recordings besides the first of each. */
    private int further;

    private Path wanted = Path.of("");
    /** Number in the name of the latest file. */
    private int numbered;

    /** Checks that files can be created in the directory that the options name. */
    RecordingFiles(
            AgentOptions options,
            String version,
            StringTable names,
            MethodJournal journal,
            RecorderSpool spool,
            SlowFigures slowFigures,
            boolean beforeMain,
            Report report)
            throws OptionException {
        this.options = options;
        this.version = version;
        this.names = names;
        this.journal = journal;
        this.spool = spool;
        this.slowFigures = slowFigures;
        this.beforeMain = beforeMain;
        this.report = report;
        this.processId = ProcessId.current();
        this.name = OutputName.parse(
                options.files().output(),
                processId,
                processName(),
                options.service().host());
    }

    RecordingFile create(int recording) throws OptionException, IOException {
        number = recording;
        wanted = name.path(number + further, Instant.now());
        return create(0, options.files().jfr());
    }

    /** Creates another file for a recording that goes on. */
    RecordingFile createNext() throws OptionException, IOException {
        further++;
        Path next = name.path(number + further, Instant.now());
        // The name of a file that was deleted since is not used again.
        int first = next.equals(wanted) ? numbered + 1 : 0;
        wanted = next;
        return create(first, false);
    }

    private RecordingFile create(int first, boolean flight) throws IOException {
        RecordingFile file = RecordingFile.create(wanted, first, flight);
        numbered = file.number();
        return file;
    }

    /** Opens a recording and drains the spool into it. */
    Recording open(RecordingFile file) throws IOException {
        long slowNanos = options.buffers().slowNanos();
        slow = slowNanos == 0 ? null : new SlowCallWindows(slowNanos, names, slowFigures);
        SpoolFile buffers = spool.file();
        if (buffers != null) {
            return open(file, buffers, writer(file, buffers.path()));
        }
        OutputFile spoolFile = createSpool(file);
        try {
            // Before the spool, which might leave no space for it.
            RecordingWriter writer = writer(file, spoolFile.path());
            buffers = spool(spoolFile);
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
        RecordingWriter writer = new RecordingWriter(frames, header(file, spoolPath), journal);
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

    /** Creates the spool's file beside a recording, empty. */
    private OutputFile createSpool(RecordingFile recording) throws IOException {
        if (Platform.current() == Platform.WINDOWS) {
            SpoolFile.deleteFinished(recording.path().resolveSibling(""));
        }
        return OutputFile.create(recording.path().resolveSibling("jtracer-" + processId + ".spool"));
    }

    /** Creates the spool in a new file, with its first chunks. */
    private SpoolFile spool(OutputFile file) throws IOException {
        BufferOptions buffers = options.buffers();
        return new SpoolFile(file.path(), file.channel(), buffers.bufferBytes(), buffers.spoolBytes());
    }

    /** Returns the header of a recording that starts now. */
    private RecordingHeader header(RecordingFile recording, Path spoolPath) {
        // The wall clock between two readings of the other clock, the closest of a few: code that runs for the first
        // time keeps them 0.1 ms apart, and a thread that loses its core some milliseconds.
        long startNanos = 0;
        long leastNanos = Long.MAX_VALUE;
        Instant now = Instant.EPOCH;
        for (int i = 0; i < CLOCK_READINGS; i++) {
            long before = System.nanoTime();
            Instant read = Instant.now();
            long apart = System.nanoTime() - before;
            if (apart < leastNanos) {
                leastNanos = apart;
                startNanos = before + apart / 2;
                now = read;
            }
        }
        return new RecordingHeader(
                processId,
                startNanos,
                now.getEpochSecond() * 1_000_000 + now.getNano() / 1_000,
                options.buffers().bufferBytes(),
                String.valueOf(spoolPath.getFileName()),
                String.valueOf(recording.trace().getFileName()),
                processName(),
                options.files().rotates() ? 1 : 0,
                0,
                settings());
    }

    private String processName() {
        String service = options.service().name();
        return service.isEmpty() ? mainClass() : service;
    }

    /** Returns the main class without its arguments, which may hold secrets. */
    private static String mainClass() {
        String command = System.getProperty("sun.java.command", "java");
        int end = command.indexOf(' ');
        return end < 0 ? command : command.substring(0, end);
    }

    private Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("tool", "jtracer " + version);
        settings.put("jvm", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
        put(settings, TraceWords.SERVICE, options.service().name());
        put(settings, TraceWords.SERVICE_VERSION, options.service().version());
        put(settings, TraceWords.HOST, options.service().host());
        settings.put("include", String.join(";", options.weaving().include()));
        settings.put("exclude", String.join(";", options.weaving().exclude()));
        settings.put("min", options.files().minNanos() + "ns");
        settings.put("depth", Integer.toString(options.files().depth()));
        settings.put("callbacks", options.weaving().callbacks().policy().name().toLowerCase(Locale.ROOT));
        if (options.buffers().slowNanos() > 0) {
            settings.put("slow", options.buffers().slowNanos() + "ns");
        }
        if (options.weaving().budget() > 0) {
            settings.put(TraceWords.BUDGET, Budget.text(options.weaving().budget()));
        }
        if (options.weaving().sampledCalls().dropsAny()) {
            settings.put(
                    TraceWords.SAMPLED_CALLS, options.weaving().sampledCalls().toString());
        }
        settings.put("full", options.buffers().full().name());
        return settings;
    }

    private static void put(Map<String, String> settings, String key, String value) {
        if (!value.isEmpty()) {
            settings.put(key, value);
        }
    }
}
