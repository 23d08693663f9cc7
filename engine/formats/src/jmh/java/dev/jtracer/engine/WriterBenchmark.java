// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine;

import dev.jtracer.engine.chrome.write.RecordingInfo;
import dev.jtracer.engine.event.TraceLimits;
import dev.jtracer.engine.chrome.write.SegmentedTraceWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
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

/** Nanoseconds an event from enter or exit to bytes of JSON, which nobody takes. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class WriterBenchmark {
    private SegmentedTraceWriter writer;

    @Setup
    public void open(LiveCalls calls) throws IOException {
        writer = new SegmentedTraceWriter(
                part -> OutputStream.nullOutputStream(),
                calls.names,
                calls.tracks,
                new RecordingInfo(1, "bench", List.of(), Map.of(), 0),
                TraceLimits.DEFAULT);
    }

    @Benchmark
    @OperationsPerInvocation(LiveCalls.EVENTS)
    public long write(LiveCalls calls) throws IOException {
        long now = calls.nowNanos;
        for (int i = 0; i < LiveCalls.EVENTS; i++) {
            now += calls.gapNanos[i];
            if (calls.enter[i]) {
                writer.enter(calls.trackIndexes[i], calls.nameIndexes[i], now);
            } else {
                writer.exit(calls.trackIndexes[i], calls.nameIndexes[i], now, false);
            }
        }
        calls.nowNanos = now;
        return writer.counts().calls();
    }
}
