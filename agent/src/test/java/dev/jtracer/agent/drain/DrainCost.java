// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.drain;

import com.sun.management.ThreadMXBean;
import dev.jtracer.bootstrap.RecorderClasses;
import dev.jtracer.bootstrap.TracerSwitch;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TrackTable;
import dev.jtracer.engine.handler.HandlerContext;
import dev.jtracer.engine.handler.SpanHandler;
import dev.jtracer.engine.jtr.FrameFile;
import dev.jtracer.engine.jtr.FrameRecords;
import dev.jtracer.engine.jtr.RecordSink;
import dev.jtracer.engine.jtr.RecordingWriter;
import dev.jtracer.engine.jtr.SingleFile;
import dev.jtracer.engine.jtr.WrittenRecording;
import dev.jtracer.engine.model.TraceProcessor;
import dev.jtracer.engine.pairing.CallRecords;
import dev.jtracer.engine.pairing.Span;
import dev.jtracer.engine.pairing.SpanBatch;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The process that {@link DrainCostTest} starts. One thread records calls, then the main thread drains them, round by
 * round. Prints the CPU time and the allocated bytes a record, once for each part of the drain that is added.
 */
final class DrainCost {
    private static final int CHUNK_BYTES = 64 << 10;
    private static final long SPOOL_BYTES = 32 << 20;

    private final ExecutorService application = Executors.newSingleThreadExecutor();
    private final StringTable names = new StringTable();
    private final Path directory;
    private final int rounds;

    private DrainCost(int rounds, Path directory) {
        this.rounds = rounds;
        this.directory = directory;
        for (int id = 0; id <= MeasuredCalls.METHODS; id++) {
            names.add("com.acme.Type" + id + ".method");
        }
    }

    /** {@code arguments}: number of rounds, directory. */
    public static void main(String[] arguments) throws Exception {
        new DrainCost(Integer.parseInt(arguments[0]), Path.of(arguments[1])).run();
        // The application's thread still waits for work.
        System.exit(0);
    }

    private void run() throws Exception {
        Path spool = directory.resolve("cost.spool");
        RecordingWriter nowhere = WrittenRecording.writer(new NoFile(), DrainedRecording.header());
        RecordingWriter file = WrittenRecording.writer(
                new SingleFile(DrainedRecording.create(directory.resolve("cost.jtr"))), DrainedRecording.header());
        SpoolDrainer drainer = new SpoolDrainer(
                new SpoolFile(spool, DrainedRecording.create(spool), CHUNK_BYTES, SPOOL_BYTES),
                nowhere,
                new NoSink(),
                false);
        RecorderClasses.initialize();
        RecordSink paired = pairedOnly();
        RecordSink totals = new LiveAnalysis(names, 1, System.nanoTime(), List.of(), null).feed();
        for (MeasuredCalls calls : MeasuredCalls.values()) {
            List<Part> parts = List.of(
                    new Part("copying, decoding and packing", nowhere, new NoSink()),
                    new Part("the same and pairing, in columns", nowhere, paired),
                    new Part("the same and totals", nowhere, totals),
                    new Part("the same and the file", file, totals));
            // In turns, so that a slow second of the machine hits all of them.
            for (int round = 0; round < 2 * rounds; round++) {
                for (Part part : parts) {
                    drainer.begin(part.recording, part.sink);
                    record(calls, round);
                    part.measure(drainer, round >= rounds);
                }
            }
            parts.forEach(part -> part.print(calls));
        }
    }

    private void record(MeasuredCalls calls, int seed) throws Exception {
        TracerSwitch.set(true);
        application.submit(() -> calls.make(seed)).get();
        TracerSwitch.set(false);
    }

    private RecordSink pairedOnly() {
        TrackTable tracks = new TrackTable();
        TraceProcessor processor = new TraceProcessor(List.of(new NoHandler()));
        processor.start(names, tracks);
        return new LiveFeed(names, 1, System.nanoTime(), processor, tracks, null);
    }

    /** The drain with some of its parts. */
    private static final class Part {
        private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

        private final String name;
        private final RecordingWriter recording;
        private final RecordSink sink;
        private double[] nanos = {};
        private long bytes;
        private long records;

        Part(String name, RecordingWriter recording, RecordSink sink) {
            this.name = name;
            this.recording = recording;
            this.sink = sink;
        }

        @SuppressWarnings("deprecation") // Thread.threadId came after 17
        void measure(SpoolDrainer drainer, boolean counts) throws IOException {
            long thread = Thread.currentThread().getId();
            long bytesBefore = THREADS.getThreadAllocatedBytes(thread);
            long start = THREADS.getCurrentThreadCpuTime();
            long drained = drainer.round();
            long took = THREADS.getCurrentThreadCpuTime() - start;
            if (counts) {
                bytes += THREADS.getThreadAllocatedBytes(thread) - bytesBefore;
                records += drained;
                nanos = Arrays.copyOf(nanos, nanos.length + 1);
                nanos[nanos.length - 1] = (double) took / drained;
            }
        }

        void print(MeasuredCalls calls) {
            Arrays.sort(nanos);
            double mean = Arrays.stream(nanos).average().orElseThrow();
            System.out.printf(
                    Locale.ROOT,
                    "%s: %s: %.1f ns a record (mean %.1f), %.3f bytes%n",
                    calls.name().toLowerCase(Locale.ROOT),
                    name,
                    nanos[nanos.length / 2],
                    mean,
                    (double) bytes / records);
        }
    }

    private static final class NoFile implements FrameFile {
        private long bytes;

        @Override
        public void write(byte type, FrameRecords records, ByteBuffer frame) {
            bytes += frame.remaining();
        }

        @Override
        public long bytes() {
            return bytes;
        }

        @Override
        public void close() {
            // has nothing to close
        }
    }

    private static final class NoSink implements RecordSink {
        @Override
        public void thread(long threadId, boolean virtual) {
            // measures no handler
        }

        @Override
        public void record(int kind, long nanos, int methodId) {
            // measures no handler
        }

        @Override
        public void records(CallRecords calls) {
            // measures no handler
        }

        @Override
        public void link(int code, long pass) {
            // measures no handler
        }

        @Override
        public void lost(long records) {
            throw new AssertionError(records + " records lost");
        }
    }

    private static final class NoHandler implements SpanHandler<String> {
        @Override
        public void handleSpan(Span span) {
            // measures the pairing alone
        }

        @Override
        public void handleSpans(SpanBatch batch) {
            // measures the pairing alone
        }

        @Override
        public void initialize(HandlerContext context) {
            // has no state
        }

        @Override
        public void finish() {
            // has no state
        }

        @Override
        public String data() {
            return "";
        }
    }
}
