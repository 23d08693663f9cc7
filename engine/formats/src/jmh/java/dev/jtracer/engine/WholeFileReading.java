// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import dev.jtracer.engine.importer.TraceImport;
import dev.jtracer.engine.model.HandlerSet;
import dev.jtracer.engine.model.TraceProcessor;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/**
 * Reads a file of 250 MB, two million events of eight threads, in turns with jackson's tokens alone, with the reader
 * alone and with all handlers; prints the medians and their ratios, and before them the first parse of this JVM.
 * Arguments: megabytes and rounds.
 *
 * <p>{@code mvn -Pjmh -pl engine/formats -am process-test-classes
 * -Dbench.main=dev.jtracer.engine.WholeFileReading -Dbench=250}
 */
public final class WholeFileReading {
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
            CallsFile.write(file, megabytes * 1_000_000);
            reading.parseFirst(megabytes);
            reading.compare(rounds);
        } finally {
            Files.delete(file);
        }
    }

    private void parseFirst(long megabytes) throws IOException {
        long start = System.nanoTime();
        handleEvents();
        double seconds = (System.nanoTime() - start) / 1e9;
        System.out.printf(
                Locale.ROOT, "%-10s        %6.0f ms  %.0f MB/s%n", "first", seconds * 1e3, megabytes / seconds);
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
        events = TraceImport.open(file).read(event -> {}).events();
    }

    private void handleEvents() throws IOException {
        new TraceProcessor(HandlerSet.all().create()).parse(TraceImport.open(file));
    }
}
