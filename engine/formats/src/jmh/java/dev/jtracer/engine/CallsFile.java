// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine;

import dev.jtracer.engine.chrome.write.RecordingInfo;
import dev.jtracer.engine.event.TraceLimits;
import dev.jtracer.engine.chrome.write.SegmentedTraceWriter;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.event.TrackTable;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A file as the tracer writes it: calls of eight threads over 500 names, in bursts of one thread. */
final class CallsFile {
    private static final int THREADS = 8;
    private static final int NAMES = 500;
    private static final int MAX_DEPTH = 30;
    private static final int BURST = 300;

    private CallsFile() {}

    /** Writes a file of about so many bytes. */
    static void write(Path file, long bytes) throws IOException {
        StringTable names = new StringTable();
        TrackTable tracks = new TrackTable();
        for (int i = 0; i < NAMES; i++) {
            names.add("com.acme.shop.service.OrderService" + i + ".findOrdersOfCustomer");
        }
        for (int i = 0; i < THREADS; i++) {
            tracks.addThread(Track.Kind.THREAD, 4711, 20 + i, "worker-" + i);
        }
        RecordingInfo info = new RecordingInfo(4711, "bench", List.of(), Map.of(), 0);
        Random random = new Random(42);
        int[][] stacks = new int[THREADS][MAX_DEPTH];
        int[] depths = new int[THREADS];
        long nanos = 0;
        try (BufferedOutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16);
                SegmentedTraceWriter writer = new SegmentedTraceWriter(
                        part -> out, names, tracks, info, new TraceLimits(Long.MAX_VALUE, 500, 0))) {
            for (long i = 0; (i & 0xfff) != 0 || Files.size(file) < bytes; i++) {
                int thread = (int) (i / BURST % THREADS);
                nanos += 50 + random.nextInt(1_000);
                int depth = depths[thread];
                if (depth == 0 || (depth < MAX_DEPTH && random.nextBoolean())) {
                    int name = random.nextInt(NAMES);
                    stacks[thread][depths[thread]++] = name;
                    writer.enter(thread, name, nanos);
                } else {
                    writer.exit(thread, stacks[thread][--depths[thread]], nanos, false);
                }
            }
            writer.finish(nanos, Map.of());
        }
    }
}
