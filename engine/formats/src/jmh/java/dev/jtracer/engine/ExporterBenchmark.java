// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine;

import dev.jtracer.engine.chrome.read.ChromeTraceReader;
import dev.jtracer.engine.event.TraceLimits;
import dev.jtracer.engine.exporter.ExportReport;
import dev.jtracer.engine.exporter.format.ExportFormat;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Nanoseconds an event (a call has two) from Chrome's JSON to the bytes of each format. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class ExporterBenchmark {
    @Param({"chrome", "chrome-x", "perfetto", "speedscope", "collapsed", "csv"})
    public String format;

    private ExportFormat exported;
    private byte[] file;

    @Setup
    public void parse(LiveCalls calls) throws IOException {
        exported = ExportFormat.find(format).orElseThrow();
        file = calls.file();
    }

    @Benchmark
    @OperationsPerInvocation(LiveCalls.EVENTS)
    public ExportReport export() throws IOException {
        return exported.export(
                new ChromeTraceReader("bench", new ByteArrayInputStream(file)),
                part -> OutputStream.nullOutputStream(),
                TraceLimits.DEFAULT);
    }
}
