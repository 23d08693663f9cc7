// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.session;

import dev.jtracer.agent.config.AgentOptions;
import dev.jtracer.agent.config.AgentOptions.BufferOptions;
import dev.jtracer.agent.config.OptionException;
import dev.jtracer.agent.config.Platform;
import dev.jtracer.agent.drain.ProcessId;
import dev.jtracer.agent.drain.SpoolFile;
import dev.jtracer.agent.output.OutputFile;
import dev.jtracer.agent.output.OutputName;
import dev.jtracer.agent.output.RecordingFile;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.jtr.RecordingHeader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Factory of the files of this JVM's recordings: one spool for all of them, and a recording file for each. */
public final class RecordingFiles {
    private static final int CLOCK_READINGS = 5;

    private final AgentOptions options;
    private final OutputName name;
    private final String version;
    private final long processId;

    /** Files of recordings besides the first of each. */
    private int further;

    private Path wanted = Path.of("");
    private int wantedBefore;

    /** Checks that files can be created in the directory that the options name. */
    public RecordingFiles(AgentOptions options, String version) throws OptionException {
        this.options = options;
        this.version = version;
        this.processId = ProcessId.current();
        this.name = OutputName.parse(
                options.files().output(),
                processId,
                processName(),
                options.service().host());
    }

    RecordingFile create(int recording) throws OptionException, IOException {
        wanted = name.path(recording + further, Instant.now());
        wantedBefore = 0;
        return RecordingFile.create(wanted, 0);
    }

    /** Creates another file for a recording that goes on. */
    RecordingFile createNext(int recording) throws OptionException, IOException {
        further++;
        Path next = name.path(recording + further, Instant.now());
        // The name of a file that was deleted since is not used again.
        wantedBefore = next.equals(wanted) ? wantedBefore + 1 : 0;
        wanted = next;
        return RecordingFile.create(next, wantedBefore);
    }

    /** Creates the spool's file beside a recording, empty. */
    OutputFile createSpool(RecordingFile recording) throws IOException {
        if (Platform.current() == Platform.WINDOWS) {
            SpoolFile.deleteFinished(recording.path().resolveSibling(""));
        }
        return OutputFile.create(recording.path().resolveSibling("jtracer-" + processId + ".spool"));
    }

    /** Creates the spool in a new file, with its first chunks. */
    SpoolFile spool(OutputFile file) throws IOException {
        BufferOptions buffers = options.buffers();
        return new SpoolFile(file.path(), file.channel(), buffers.bufferBytes(), buffers.spoolBytes());
    }

    /** Returns the header of a recording that starts now. */
    RecordingHeader header(RecordingFile recording, Path spool) {
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
                String.valueOf(spool.getFileName()),
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
