// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import dev.jtracer.engine.chrome.read.ChromeTraceReader;
import dev.jtracer.engine.handler.totals.FunctionsHandler;
import dev.jtracer.engine.handler.call.ThreadsHandler;
import dev.jtracer.engine.model.HandlerSet;
import dev.jtracer.engine.model.TraceProcessor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Nanoseconds an event from JSON in memory: tokens, events, totals, and all handlers. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class ReaderBenchmark {
    private final JsonFactory factory = new JsonFactory();
    private byte[] file;

    @Setup
    public void write(LiveCalls calls) throws IOException {
        file = calls.file();
    }

    /** The floor: jackson's tokens and nothing else. */
    @Benchmark
    @OperationsPerInvocation(LiveCalls.EVENTS)
    public int tokens() throws IOException {
        int tokens = 0;
        try (JsonParser parser = factory.createParser(new ByteArrayInputStream(file))) {
            while (parser.nextToken() != null) {
                tokens++;
            }
        }
        return tokens;
    }

    @Benchmark
    @OperationsPerInvocation(LiveCalls.EVENTS)
    public long events() throws IOException {
        return reader().read(event -> {}).events();
    }

    @Benchmark
    @OperationsPerInvocation(LiveCalls.EVENTS)
    public int totals() throws IOException {
        return new TraceProcessor(List.of(new FunctionsHandler()))
                .parse(reader())
                .data(FunctionsHandler.class)
                .rows()
                .size();
    }

    @Benchmark
    @OperationsPerInvocation(LiveCalls.EVENTS)
    public int allHandlers() throws IOException {
        return new TraceProcessor(HandlerSet.all().create())
                .parse(reader())
                .data(ThreadsHandler.class)
                .threads()
                .size();
    }

    private ChromeTraceReader reader() {
        return new ChromeTraceReader("bench", new ByteArrayInputStream(file));
    }
}
