// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.model;

import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.event.StackFrames;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.event.TrackTable;
import dev.jtracer.engine.handler.CallRecordHandler;
import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.handler.HandlerContext;
import dev.jtracer.engine.handler.HandlerOrder;
import dev.jtracer.engine.handler.RetainedEvents;
import dev.jtracer.engine.handler.SpanHandler;
import dev.jtracer.engine.pairing.CallConsumer;
import dev.jtracer.engine.pairing.CallRecords;
import dev.jtracer.engine.pairing.OpenSpans;
import dev.jtracer.engine.pairing.PairingOptions;
import dev.jtracer.engine.pairing.PlainCalls;
import dev.jtracer.engine.pairing.Span;
import dev.jtracer.engine.pairing.SpanBatch;
import dev.jtracer.engine.pairing.SpanPairing;
import dev.jtracer.engine.pairing.SpanSink;
import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * A processor that passes the events of one trace to its handlers. Over a file: {@link #parse}. Live: {@link #start},
 * {@link #handle} for each event, {@link #finish}.
 *
 * <p>A handler that throws is excluded from then on and reported; the others continue. Not thread-safe.
 */
public final class TraceProcessor {
    /* handle() runs millions of times a second on the tracer's thread. It is small enough for the JIT compiler to
     * inline it, the pairing and handleSpan() into the caller: no counting, no clock, no listener. */

    private enum State {
        IDLE,
        PARSING,
        FINISHED,
        /** The source could not be read to its end. */
        FAILED
    }

    private final List<EventHandler<?>> handlers;
    private final Map<Class<?>, RuntimeException> failures = new LinkedHashMap<>();
    private List<EventHandler<?>> running;
    private DispatchPlan plan;
    private SpanPairing pairing = SpanPairing.NONE;
    private @Nullable PlainCalls plainCalls;
    private RetainedEvents retained = RetainedEvents.ofHeap();
    private State state = State.IDLE;

    /**
     * Creates a processor with handlers, which no other processor may use.
     *
     * @throws IllegalArgumentException if their dependencies cannot be met, see {@link HandlerOrder#sort}
     */
    public TraceProcessor(Collection<? extends EventHandler<?>> handlers) {
        this.handlers = HandlerOrder.sort(handlers);
        this.running = this.handlers;
        this.plan = new DispatchPlan(running);
    }

    /**
     * Reads a whole trace.
     *
     * @return the handlers' results and the source's report
     * @throws IOException if the trace cannot be read
     */
    public ParsedTrace parse(TraceSource source) throws IOException {
        EventLoop loop = new EventLoop();
        start(source.names(), source.symbols(), source.tracks(), source.stackFrames(), loop);
        ParsedTrace trace = null;
        try {
            trace = finish(source.read(loop));
        } finally {
            if (trace == null) {
                state = State.FAILED;
            }
        }
        return trace;
    }

    /** Begins a trace whose events are passed live to {@link #handle}. */
    public void start(StringTable names, TrackTable tracks) {
        start(names, TraceEvent.LIVE_SYMBOLS, tracks);
    }

    /**
     * Begins a trace whose events are passed to {@link #handle} from a source with its own categories and ids.
     *
     * @param symbols those of the source, see {@link TraceSource#symbols}
     */
    public void start(StringTable names, StringTable symbols, TrackTable tracks) {
        start(names, symbols, tracks, StackFrames.NONE, new Spans());
    }

    private void start(
            StringTable names, StringTable symbols, TrackTable tracks, StackFrames stackFrames, SpanSink spans) {
        if (state != State.IDLE) {
            throw new IllegalStateException(
                    "Trace processor can't start parsing when not idle. Current state: " + state);
        }
        PairingOptions options = pairingOptions();
        pairing = new SpanPairing(spans, options, names, tracks);
        retained = RetainedEvents.ofHeap();
        HandlerContext context = new HandlerContext(names, symbols, tracks, stackFrames, pairing, retained, handlers);
        for (EventHandler<?> handler : handlers) {
            try {
                handler.initialize(context);
            } catch (RuntimeException e) {
                drop(handler, e);
            }
        }
        plan = new DispatchPlan(running);
        PlainCalls.CallSums sums = options.origins() ? null : plan.sums();
        plainCalls = sums == null ? null : pairing.plainCalls(sums);
        state = State.PARSING;
    }

    private PairingOptions pairingOptions() {
        PairingOptions options = PairingOptions.TOTALS;
        for (EventHandler<?> handler : handlers) {
            if (handler instanceof SpanHandler<?> spanHandler) {
                options = options.plus(spanHandler.options());
            }
        }
        return options;
    }

    /** Takes the next event. Call it between {@link #start} and {@link #finish}; that is not checked. */
    public void handle(TraceEvent event) {
        if (plan.takes(event.phase())) {
            handleByPhase(event);
        }
        if (plan.hasSpanHandlers()) {
            pairing.accept(event);
        }
    }

    /** Returns whether {@link #handle(CallRecords)} may take the place of {@link #handle(TraceEvent)}. */
    public boolean takesCalls() {
        return plan.takesRecords();
    }

    /**
     * Takes the next begins and ends of calls. Call it between {@link #start} and {@link #finish}, and only while
     * {@link #takesCalls}; that is not checked.
     */
    public void handle(CallRecords records) {
        for (CallRecordHandler<?> handler : plan.recordHandlers()) {
            try {
                handler.handleCalls(records);
            } catch (RuntimeException e) {
                drop(handler, e);
            }
        }
        if (plan.hasSpanHandlers()) {
            pairing.accept(records);
        }
    }

    /**
     * Returns what pairs the records of calls in place of {@link #handle(CallRecords)}; null if the handlers need
     * more than the sums of calls.
     */
    public @Nullable PlainCalls plainCalls() {
        return plainCalls;
    }

    /** Returns the number of calls that are open on a track; 0 if no handler takes spans. */
    public int open(int track) {
        return plan.hasSpanHandlers() ? pairing.open(track) : 0;
    }

    /** Returns the calls that are open on a track, to be read before the next event; null if there is none. */
    public @Nullable OpenSpans openSpans(int track) {
        return plan.hasSpanHandlers() ? pairing.openSpans(track) : null;
    }

    private void handleByPhase(TraceEvent event) {
        for (EventHandler<?> handler : plan.handlers(event.phase())) {
            try {
                handler.handleEvent(event);
            } catch (RuntimeException e) {
                drop(handler, e);
            }
        }
    }

    /** A sink that passes spans to the handlers that take them. */
    private class Spans implements SpanSink {
        @Override
        public void span(Span span) {
            for (SpanHandler<?> handler : plan.handlers(span)) {
                try {
                    handler.handleSpan(span);
                } catch (RuntimeException e) {
                    drop(handler, e);
                }
            }
        }

        @Override
        public void spans(SpanBatch batch) {
            for (SpanHandler<?> handler : plan.callHandlers()) {
                try {
                    handler.handleSpans(batch);
                } catch (RuntimeException e) {
                    drop(handler, e);
                }
            }
        }
    }

    /** Ends a live trace. */
    public ParsedTrace finish() {
        return finish(ImportReport.NONE);
    }

    private ParsedTrace finish(ImportReport report) {
        if (state != State.PARSING) {
            throw new IllegalStateException("Trace processor can't finish when not parsing. Current state: " + state);
        }
        pairing.finish();
        Map<Class<?>, Object> results = new LinkedHashMap<>();
        for (EventHandler<?> handler : running) {
            try {
                handler.finish();
                Object data = Objects.requireNonNull(handler.data(), "the data of a handler are not null");
                results.put(handler.getClass(), data);
            } catch (RuntimeException e) {
                drop(handler, e);
            }
        }
        state = State.FINISHED;
        return new ParsedTrace(results, failures, report, pairing.counts(), retained.dropped());
    }

    private void drop(EventHandler<?> failed, RuntimeException failure) {
        // Looked up only here, because finding a logging provider would take 35 ms of a live agent's start-up.
        LoggerFactory.getLogger(TraceProcessor.class)
                .warn(
                        "{} failed and is dropped from this trace",
                        failed.getClass().getSimpleName(),
                        failure);
        failures.put(failed.getClass(), failure);
        running = running.stream().filter(handler -> handler != failed).toList();
        plan = new DispatchPlan(running);
        plainCalls = plan.sums() == null ? null : plainCalls;
    }

    /** The loop over the events of a source. */
    private final class EventLoop extends Spans implements CallConsumer {
        @Override
        public void accept(TraceEvent event) {
            handle(event);
        }

        @Override
        public boolean isDone() {
            for (EventHandler<?> handler : running) {
                if (!handler.isDone()) {
                    return false;
                }
            }
            return !running.isEmpty();
        }

        @Override
        public boolean needs(long fromNanos, long toNanos) {
            for (EventHandler<?> handler : running) {
                if (handler.needs(fromNanos, toNanos)) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public boolean needsPasses() {
            return !running.isEmpty();
        }

        @Override
        public boolean takesCalls() {
            return TraceProcessor.this.takesCalls();
        }

        @Override
        public void calls(CallRecords records) {
            handle(records);
        }
    }
}
