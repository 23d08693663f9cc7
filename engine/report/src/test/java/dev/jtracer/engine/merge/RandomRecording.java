// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.merge;

import dev.jtracer.engine.chrome.write.RecordingInfo;
import dev.jtracer.engine.chrome.write.SegmentedTraceWriter;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceLimits;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.event.TrackTable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A recording of random calls on three threads, with callbacks, ties, unfinished calls, a stall and losses. */
final class RandomRecording {
    private static final long EPOCH_MICROS = 1_790_000_000_000_000L;
    private static final int THREADS = 3;
    private static final int STEPS = 300;
    private static final int CALLBACK = 6;

    private final Random random;
    private final List<Integer> threads = new ArrayList<>();
    private final List<Deque<Integer>> open = new ArrayList<>();
    private final List<Long> waiting = new ArrayList<>();
    private long passes;

    private RandomRecording(Random random) {
        this.random = random;
    }

    /** Writes a recording that began this long after the first ones. */
    static void write(Path file, long pid, int startMillis, Random random) throws IOException {
        new RandomRecording(random).write(file, pid, EPOCH_MICROS + startMillis * 1000L);
    }

    private void write(Path file, long pid, long epochMicros) throws IOException {
        StringTable names = new StringTable();
        for (int i = 0; i < CALLBACK; i++) {
            names.add("acme.Shop.step" + i);
        }
        names.add("Executor.execute[0]", "Shop.order:12");
        TrackTable tracks = new TrackTable();
        for (int i = 0; i < THREADS; i++) {
            threads.add(tracks.addThread(Track.Kind.THREAD, pid, i + 1, i == 0 ? "main" : "worker-" + i));
            open.add(new ArrayDeque<>());
        }
        Map<String, ?> settings =
                Map.of("tool", "jtracer test", "include", "acme", TraceWords.START_EPOCH_MICROS, epochMicros);
        try (OutputStream out = Files.newOutputStream(file);
                SegmentedTraceWriter writer = new SegmentedTraceWriter(
                        segment -> out,
                        names,
                        tracks,
                        new RecordingInfo(pid, "shop", List.of(), settings, 0),
                        TraceLimits.DEFAULT)) {
            long nanos = 0;
            for (int i = 0; i < STEPS; i++) {
                // Equal times and lengths are frequent: ties must be decided in the same way.
                nanos += random.nextInt(3) * 1000L;
                step(writer, random.nextInt(THREADS), nanos);
            }
            writer.stall(nanos, 1_000_000 + random.nextInt(1000));
            Map<String, ?> losses =
                    Map.of("records", 1000, "lostEvents", random.nextInt(3), "overheadPicosPerTiming", 30_000);
            writer.finish(nanos, losses);
        }
    }

    private void step(SegmentedTraceWriter writer, int thread, long nanos) throws IOException {
        Deque<Integer> calls = open.get(thread);
        int track = threads.get(thread);
        int kind = random.nextInt(10);
        if (kind == 0 && !calls.isEmpty()) {
            waiting.add(++passes);
            writer.pass(track, CALLBACK, nanos, passes, 0);
        } else if (kind == 1 && !waiting.isEmpty()) {
            long number = waiting.remove(random.nextInt(waiting.size()));
            calls.push(CALLBACK);
            writer.enterRun(track, CALLBACK, nanos, number, random.nextInt(4) == 0);
        } else if (kind < 6 && calls.size() < 8) {
            int name = random.nextInt(CALLBACK);
            calls.push(name);
            writer.enter(track, name, nanos);
        } else if (!calls.isEmpty()) {
            writer.exit(track, calls.pop(), nanos, random.nextInt(9) == 0);
        }
    }
}
