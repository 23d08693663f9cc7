// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import dev.jtracer.engine.chrome.ChromeTraceReader;
import dev.jtracer.engine.chrome.RecordingInfo;
import dev.jtracer.engine.chrome.SegmentLimits;
import dev.jtracer.engine.chrome.SegmentedTraceWriter;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.event.TrackTable;
import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.model.AllHandlers;
import dev.jtracer.engine.model.TraceProcessor;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/**
 * Reads a file of 250 MB, two million events of eight threads, in turns with jackson's tokens alone, with the reader alone and
 * with all handlers; prints the medians and their ratios. Arguments: megabytes and rounds.
 *
 * <p>{@code mvn -Pbench -pl engine test-compile exec:java -Dexec.mainClass=dev.jtracer.engine.WholeFileReading
 * -Dexec.classpathScope=test}
 */
public final class WholeFileReading {
    private static final int THREADS = 8;
    private static final int NAMES = 500;
    private static final int MAX_DEPTH = 30;
    private static final int BURST = 300;

    private final Path file;
    private long events;

    private WholeFileReading(Path file) {
        this.file = file;
    }

    public static void main(String[] arguments) throws IOException {
        long megabytes = arguments.length > 0 ? Long.parseLong(arguments[0]) : 250;
        int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 7;
        Path file = Files.createTempFile("reading", ".json");
        try {
            WholeFileReading reading = new WholeFileReading(file);
            reading.write(megabytes * 1_000_000);
            reading.compare(rounds);
        } finally {
            Files.delete(file);
        }
    }

    private void write(long bytes) throws IOException {
        StringTable names = new StringTable();
        TrackTable tracks = new TrackTable();
        for (int i = 0; i < NAMES; i++) {
            names.add("com.acme.shop.service.OrderService" + i + ".findOrdersOfCustomer");
        }
        for (int i = 0; i < THREADS; i++) {
            tracks.addThread(Track.Kind.THREAD, 4711, 20 + i, "worker-" + i);
        }
        RecordingInfo info = new RecordingInfo(4711, "bench", List.of(), Map.of());
        Random random = new Random(42);
        int[][] stacks = new int[THREADS][MAX_DEPTH];
        int[] depths = new int[THREADS];
        long nanos = 0;
        try (BufferedOutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16);
                SegmentedTraceWriter writer = new SegmentedTraceWriter(
                        part -> out, names, tracks, info, new SegmentLimits(Long.MAX_VALUE, 500, 0))) {
            for (long i = 0; writer.segmentSize() < bytes; i++) {
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

    private void compare(int rounds) throws IOException {
        long[] tokens = new long[rounds];
        long[] reader = new long[rounds];
        long[] handlers = new long[rounds];
        for (int round = -2; round < rounds; round++) {
            long start = System.nanoTime();
            readTokens();
            long afterTokens = System.nanoTime();
            readEvents();
            long afterEvents = System.nanoTime();
            handleEvents();
            long end = System.nanoTime();
            if (round >= 0) {
                tokens[round] = afterTokens - start;
                reader[round] = afterEvents - afterTokens;
                handlers[round] = end - afterEvents;
            }
        }
        print("tokens", tokens, tokens);
        print("events", reader, tokens);
        print("handlers", handlers, tokens);
    }

    private void print(String what, long[] nanos, long[] floor) {
        System.out.printf(
                Locale.ROOT,
                "%-10s median %6.0f ms  best %6.0f ms  %5.1f ns an event  %.2f of the tokens%n",
                what,
                median(nanos) / 1e6,
                Arrays.stream(nanos).min().orElse(0) / 1e6,
                median(nanos) / (double) events,
                median(nanos) / (double) median(floor));
    }

    private static long median(long[] values) {
        long[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private void readTokens() throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
                JsonParser parser = new JsonFactory().createParser(in)) {
            while (parser.nextToken() != null) {
                // only the tokens
            }
        }
    }

    private void readEvents() throws IOException {
        events = ChromeTraceReader.open(file).read(event -> {}).events();
    }

    private void handleEvents() throws IOException {
        List<EventHandler<?>> all = new ArrayList<>();
        AllHandlers.suppliers().forEach(supplier -> all.add(supplier.get()));
        new TraceProcessor(all).parse(ChromeTraceReader.open(file));
    }
}
