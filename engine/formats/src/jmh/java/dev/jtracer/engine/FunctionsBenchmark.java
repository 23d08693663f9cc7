// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine;

import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.handler.totals.CallbacksHandler;
import dev.jtracer.engine.handler.totals.FunctionsHandler;
import dev.jtracer.engine.model.TraceProcessor;
import dev.jtracer.engine.pairing.CallRecords;
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

/** Nanoseconds an event through the processor into the totals that the agent keeps live. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class FunctionsBenchmark {
    private static final int CALLBACK_CALLS = 10_000;
    private static final int DEPTH = 500;

    private TraceProcessor processor;
    private long passes;
    private TraceEvent event;
    private final CallRecords records = new CallRecords();

    @Setup
    public void start(LiveCalls calls) {
        processor = new TraceProcessor(List.of(new FunctionsHandler(), new CallbacksHandler()));
        processor.start(calls.names, calls.tracks);
        event = new TraceEvent(calls.names, calls.tracks);
    }

    @Benchmark
    @OperationsPerInvocation(LiveCalls.EVENTS)
    public TraceProcessor handle(LiveCalls calls) {
        long now = calls.nowNanos;
        for (int i = 0; i < LiveCalls.EVENTS; i++) {
            now += calls.gapNanos[i];
            Phase phase = calls.enter[i] ? Phase.ASYNC_BEGIN : Phase.ASYNC_END;
            processor.handle(event.set(phase, now, calls.nameIndexes[i], calls.trackIndexes[i], SpanFlags.NONE));
        }
        calls.nowNanos = now;
        return processor;
    }

    /** The same calls in blocks of records, as the drain passes them. */
    @Benchmark
    @OperationsPerInvocation(LiveCalls.EVENTS)
    public TraceProcessor handleRecords(LiveCalls calls) {
        long now = calls.nowNanos;
        for (int i = 0; i < LiveCalls.EVENTS; i++) {
            if (records.isFull() || records.track() != calls.trackIndexes[i]) {
                handleBlock();
                records.track(calls.trackIndexes[i]);
            }
            now += calls.gapNanos[i];
            records.add(calls.enter[i] ? CallRecords.BEGIN : CallRecords.END, calls.nameIndexes[i], now);
        }
        handleBlock();
        calls.nowNanos = now;
        return processor;
    }

    private void handleBlock() {
        if (!records.isEmpty()) {
            processor.handle(records);
            records.clear();
        }
    }

    /** Every call receives a callback, which runs on another thread a thousand calls later: six events a call. */
    @Benchmark
    @OperationsPerInvocation(6 * CALLBACK_CALLS)
    public TraceProcessor handleCallbacks(LiveCalls calls) {
        for (int i = 0; i < CALLBACK_CALLS; i++) {
            long number = ++passes;
            long now = calls.nowNanos += 1_000;
            int name = (int) (number % 500);
            int track = (int) number & 3;
            processor.handle(event.set(Phase.ASYNC_BEGIN, now, name, track, SpanFlags.NONE));
            processor.handle(event.set(Phase.ASYNC_BEGIN, now, name, track, SpanFlags.PASS)
                    .setBindId(number));
            processor.handle(event.set(Phase.ASYNC_END, now, name, track, SpanFlags.NONE));
            processor.handle(event.set(Phase.ASYNC_END, now + 100, name, track, SpanFlags.NONE));
            processor.handle(event.set(Phase.ASYNC_BEGIN, now + 200, name, track ^ 1, SpanFlags.CALLBACK)
                    .setBindId(number - 1_000));
            processor.handle(event.set(Phase.ASYNC_END, now + 300, name, track ^ 1, SpanFlags.NONE));
        }
        return processor;
    }

    /** A recursion forwards its callback through 500 calls, each of which runs it. */
    @Benchmark
    @OperationsPerInvocation(6 * DEPTH)
    public TraceProcessor handleRecursion(LiveCalls calls) {
        long first = passes + 1;
        for (int i = 0; i < DEPTH; i++) {
            long number = ++passes;
            long now = calls.nowNanos += 1_000;
            processor.handle(event.set(Phase.ASYNC_BEGIN, now, 0, 0, SpanFlags.NONE));
            event.set(Phase.ASYNC_BEGIN, now, 1, 0, SpanFlags.PASS).setBindId(number);
            processor.handle(number == first ? event : event.setForward(first));
            processor.handle(event.set(Phase.ASYNC_END, now, 1, 0, SpanFlags.NONE));
            processor.handle(event.set(Phase.ASYNC_BEGIN, now + 100, 2, 0, SpanFlags.CALLBACK)
                    .setBindId(number));
        }
        for (int i = 0; i < DEPTH; i++) {
            long now = calls.nowNanos += 1_000;
            processor.handle(event.set(Phase.ASYNC_END, now, 2, 0, SpanFlags.NONE));
            processor.handle(event.set(Phase.ASYNC_END, now + 100, 0, 0, SpanFlags.NONE));
        }
        return processor;
    }
}
