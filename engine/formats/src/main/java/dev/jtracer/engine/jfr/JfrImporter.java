// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jfr;

import dev.jtracer.engine.event.EventConsumer;
import dev.jtracer.engine.event.ImportProblem;
import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.event.TraceSyntaxException;
import dev.jtracer.engine.importer.BuiltSource;
import dev.jtracer.engine.importer.EventBuilder;
import dev.jtracer.engine.importer.FormatImporter;
import dev.jtracer.engine.importer.TraceData;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import jdk.jfr.EventType;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;

/**
 * An importer of recordings of JDK Flight Recorder. It needs the module {@code jdk.jfr} in the running JVM; without
 * it, reading fails with an error that names the module.
 */
public final class JfrImporter implements FormatImporter {
    private static final String MODULE = "jdk.jfr";
    private static final int VERSION_OFFSET = 4;
    /** The version of every JDK since 11; early builds of it wrote 1.99. */
    private static final int VERSION = 2;

    private static final int MINOR_OF_DRAFT = 99;

    @Override
    public String name() {
        return "JFR recording";
    }

    @Override
    public boolean canImport(TraceData data) throws IOException {
        return data.startsWith('F', 'L', 'R', 0);
    }

    @Override
    public TraceSource open(TraceData data) throws IOException {
        if (ModuleLayer.boot().findModule(MODULE).isEmpty()) {
            throw new TraceSyntaxException(
                    data.name(),
                    "a JFR recording, for which this JVM lacks the module '" + MODULE
                            + "'; use a JDK, or add the module with --add-modules");
        }
        byte[] head = data.head(VERSION_OFFSET + 2 * Short.BYTES);
        if (head.length >= VERSION_OFFSET + 2 * Short.BYTES) {
            ByteBuffer version = ByteBuffer.wrap(head, VERSION_OFFSET, 2 * Short.BYTES);
            int major = version.getShort();
            int minor = version.getShort();
            if (major != VERSION && !(major == 1 && minor == MINOR_OF_DRAFT)) {
                throw new TraceSyntaxException(
                        data.name(),
                        "a JFR recording of version " + major + "." + minor + ", and only version 2 can be imported; "
                                + (major < VERSION
                                        ? "it is of Oracle's Java 7 or 8: open it in JDK Mission Control"
                                        : "use a newer jtracer, or open it in JDK Mission Control"));
            }
        }
        return new JfrReader(data);
    }

    /**
     * A reader of a recording event by event, in the order of its file, which is not that of time. Times are
     * nanoseconds since the start of the first chunk, whose wall-clock time is in the trace's instant {@code
     * recording}.
     */
    private static final class JfrReader extends BuiltSource<EventBuilder> {
        /* A chunk begins with: magic, version, size, and at byte 32 its start in nanoseconds since 1970 (JDK-internal
         * ChunkHeader). RecordingFile does not expose it. */
        private static final int START_NANOS_OFFSET = 32;
        private static final int HEADER_BYTES = 68;
        private static final int NANOS_PER_MICRO = 1000;

        /** Number of events searched for the description of the JVM, which is at the start of a chunk. */
        private static final int EVENTS_SEARCHED = 10_000;

        private final TraceData data;
        /** Whether the recording ends in the middle. */
        private boolean truncated;

        JfrReader(TraceData data) {
            super(new EventBuilder(data.limits()));
            this.data = data;
        }

        @Override
        public ImportReport read(EventConsumer consumer) throws IOException {
            feed.deliverTo(consumer);
            byte[] head = data.head(HEADER_BYTES);
            if (head.length < HEADER_BYTES) {
                throw new TraceSyntaxException(data.name(), "the recording ends in its header; it holds no event");
            }
            // Whole microseconds, so that the start is exact.
            long startNanos = ByteBuffer.wrap(head).getLong(START_NANOS_OFFSET) / NANOS_PER_MICRO * NANOS_PER_MICRO;
            Path file = data.file();
            if (file == null) {
                readCopy(startNanos, consumer);
            } else {
                data.close();
                read(file, startNanos, consumer);
            }
            if (truncated) {
                feed.problems().add(ImportProblem.TRUNCATED, data.name());
            }
            return feed.report(truncated);
        }

        /** Reads a copy in a temporary file, because the JDK reads recordings from files only. */
        private void readCopy(long startNanos, EventConsumer consumer) throws IOException {
            Path copy = Files.createTempFile("jtracer-import", ".jfr");
            try {
                try (InputStream in = data.stream()) {
                    Files.copy(in, copy, StandardCopyOption.REPLACE_EXISTING);
                }
                read(copy, startNanos, consumer);
            } finally {
                Files.delete(copy);
            }
        }

        private void read(Path file, long startNanos, EventConsumer consumer) throws IOException {
            Jvm jvm = jvm(file);
            JfrEvents events = new JfrEvents(feed, data.name(), startNanos, jvm.pid);
            events.types(types(file));
            events.describe(startNanos / NANOS_PER_MICRO, jvm.name);
            try (RecordingFile recording = open(file)) {
                for (RecordedEvent event = next(recording);
                        event != null && !consumer.isDone();
                        event = next(recording)) {
                    events.take(event);
                }
            }
        }

        private RecordingFile open(Path file) throws TraceSyntaxException {
            try {
                return new RecordingFile(file);
            } catch (IOException | RuntimeException | InternalError e) {
                // The JDK's parser throws any kind of exception at damaged data, and errors of its own.
                throw new TraceSyntaxException(
                        data.name(), "the recording has no complete chunk; its JVM was probably killed");
            }
        }

        /** Returns the types of the events; none if the recording ends in the middle of their description. */
        private static List<EventType> types(Path file) {
            try (RecordingFile recording = new RecordingFile(file)) {
                return recording.readEventTypes();
            } catch (IOException | RuntimeException | InternalError e) {
                return List.of(); // as above
            }
        }

        /** Returns the next event; null at the end, and at damage. */
        private @Nullable RecordedEvent next(RecordingFile recording) {
            try {
                return recording.hasMoreEvents() ? recording.readEvent() : null;
            } catch (IOException | RuntimeException | InternalError e) {
                truncated = true; // as above
                return null;
            }
        }

        private static Jvm jvm(Path file) {
            try (RecordingFile recording = new RecordingFile(file)) {
                for (int i = 0; i < EVENTS_SEARCHED && recording.hasMoreEvents(); i++) {
                    RecordedEvent event = recording.readEvent();
                    if (event.getEventType().getName().equals("jdk.JVMInformation")) {
                        String command = String.valueOf(event.getString("javaArguments"));
                        return new Jvm(event.getLong("pid"), command.split(" ", 2)[0]);
                    }
                }
            } catch (IOException | RuntimeException | InternalError e) {
                // Reading the events gets the same failure and reports it.
            }
            return new Jvm(1, "JFR");
        }

        /** The recorded JVM: its main class or jar, without the arguments, which may hold secrets. */
        private record Jvm(long pid, String name) {}
    }
}
