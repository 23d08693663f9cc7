// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent;

import dev.jtracer.agent.config.AgentOptions;
import dev.jtracer.agent.config.OptionException;
import dev.jtracer.agent.drain.SpoolFile;
import dev.jtracer.agent.output.OutputFile;
import dev.jtracer.agent.output.OutputName;
import dev.jtracer.agent.recording.RecordingHeader;
import dev.jtracer.agent.recording.RecordingWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.LinkedHashMap;
import java.util.Map;

/** Creates the files of the recordings of this JVM: one spool for all of them, and a recording file for each. */
final class RecordingFiles {
    private final AgentOptions options;
    private final OutputName name;
    private final long processId = ProcessHandle.current().pid();

    RecordingFiles(AgentOptions options) throws OptionException {
        this.options = options;
        this.name = OutputName.parse(options.output(), processId, ZoneId.systemDefault());
    }

    long processId() {
        return processId;
    }

    /** Reserves the names of a recording and creates its file. */
    Reserved reserve(int number) throws OptionException, IOException {
        return new Reserved(OutputFile.createRecording(name.path(number, ZonedDateTime.now())));
    }

    /** Creates the spool beside a recording. */
    SpoolFile createSpool(Path recording) throws IOException {
        OutputFile file = OutputFile.create(recording.resolveSibling("jtracer-" + processId + ".spool"));
        try {
            return new SpoolFile(file.path(), file.channel(), options.bufferBytes(), options.spoolBytes());
        } catch (IOException e) {
            file.delete();
            throw e;
        }
    }

    /** A recording's files, of which the trace is made later. */
    final class Reserved {
        private final OutputFile recording;

        private Reserved(OutputFile recording) {
            this.recording = recording;
        }

        Path recordingFile() {
            return recording.path();
        }

        /** Starts to write the recording. */
        RecordingWriter open(RecordingHeader header) throws IOException {
            return new RecordingWriter(recording.channel(), header);
        }

        void abandon() {
            recording.delete();
        }
    }

    /** What the recording says of itself. */
    RecordingHeader header(long startNanos, long startEpochMicros, SpoolFile spool, Path trace) {
        return new RecordingHeader(
                processId,
                startNanos,
                startEpochMicros,
                options.bufferBytes(),
                String.valueOf(spool.path().getFileName()),
                String.valueOf(trace.getFileName()),
                processName(),
                settings());
    }

    private static String processName() {
        String command = System.getProperty("sun.java.command", "java");
        int end = command.indexOf(' ');
        return end < 0 ? command : command.substring(0, end);
    }

    private Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("tool", "jtracer " + version());
        settings.put("jvm", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
        settings.put("command", System.getProperty("sun.java.command", ""));
        settings.put("include", String.join(";", options.include()));
        settings.put("exclude", String.join(";", options.exclude()));
        settings.put("min", options.minNanos() + "ns");
        settings.put("depth", Integer.toString(options.depth()));
        settings.put("full", options.full().name());
        return settings;
    }
}
