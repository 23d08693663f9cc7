// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.model;

import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.event.LiveEvent;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.event.TrackTable;
import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.handler.HandlerConfig;
import dev.jtracer.engine.handler.HandlerContext;
import dev.jtracer.engine.handler.HandlerOrder;
import dev.jtracer.engine.handler.SpanHandler;
import dev.jtracer.engine.pairing.PairingOptions;
import dev.jtracer.engine.pairing.Span;
import dev.jtracer.engine.pairing.SpanPairing;
import dev.jtracer.engine.pairing.SpanSink;
import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.LoggerFactory;

/**
 * Leads the events of one trace at a time through its handlers. Over a file: {@link #parse}. Live: {@link #start},
 * {@link #handle} for each event, {@link #finish}. Before the next trace: {@link #reset}.
 *
 * <p>A handler that throws is left out from then on and reported; the others go on. Not safe for use by several threads.
 */
public final class TraceProcessor {
    /** Where a processor stands. */
    public enum State {
        IDLE,
        PARSING,
        FINISHED,
        /** The source could not be read to its end. */
        FAILED
    }

    private final List<EventHandler<?>> handlers;
    private final Map<Class<?>, RuntimeException> failures = new LinkedHashMap<>();
    private final HandlerConfig config;
    private List<EventHandler<?>> running;
    private DispatchPlan plan;
    private SpanPairing pairing = new SpanPairing(span -> {});
    private State state = State.IDLE;

    /**
     * A processor with its own handlers, which nobody else may use.
     *
     * @throws IllegalArgumentException if their dependencies cannot be met, see {@link HandlerOrder#sort}
     */
    public TraceProcessor(Collection<? extends EventHandler<?>> handlers) {
        this(handlers, HandlerConfig.DEFAULT);
    }

    /**
     * A processor with its own handlers, which nobody else may use, and what the user has set for them.
     *
     * @throws IllegalArgumentException if their dependencies cannot be met, see {@link HandlerOrder#sort}
     */
    public TraceProcessor(Collection<? extends EventHandler<?>> handlers, HandlerConfig config) {
        this.handlers = HandlerOrder.sort(handlers);
        this.config = config;
        this.running = this.handlers;
        this.plan = DispatchPlan.of(running);
    }

    /**
     * Reads a whole trace.
     *
     * @return the handlers' results and the source's report
     * @throws IOException if the trace cannot be read; the processor is then {@link State#FAILED}
     */
    public ParsedTrace parse(TraceSource source) throws IOException {
        start(source.names(), source.symbols(), source.tracks());
        ImportReport report = null;
        try {
            report = source.read(this::handle);
        } finally {
            if (report == null) {
                state = State.FAILED;
            }
        }
        return finish(report);
    }

    /** Begins a trace whose events come live through {@link #handle}. */
    public void start(StringTable names, TrackTable tracks) {
        start(names, LiveEvent.SYMBOLS, tracks);
    }

    private void start(StringTable names, StringTable symbols, TrackTable tracks) {
        if (state != State.IDLE) {
            throw new IllegalStateException(
                    "Trace processor can't start parsing when not idle. Current state: " + state);
        }
        pairing = new SpanPairing(new Spans(), pairingOptions(), names);
        HandlerContext context = new HandlerContext(names, symbols, tracks, pairing, config, handlers);
        for (EventHandler<?> handler : handlers) {
            try {
                handler.reset();
                handler.initialize(context);
            } catch (RuntimeException e) {
                leaveOut(handler, e);
            }
        }
        plan = DispatchPlan.of(running);
        state = State.PARSING;
    }

    private PairingOptions pairingOptions() {
        boolean details = false;
        boolean keepsSpans = false;
        boolean marks = false;
        for (EventHandler<?> handler : handlers) {
            if (handler instanceof SpanHandler<?> spanHandler) {
                details |= spanHandler.needsDetails();
                keepsSpans |= spanHandler.keepsSpans();
                marks |= spanHandler.needsMarks();
            }
        }
        return new PairingOptions(details, keepsSpans, marks);
    }

    /** Takes the next event. To be called between {@link #start} and {@link #finish}; does not check that. */
    public void handle(TraceEvent event) {
        for (EventHandler<?> handler : plan.handlers(event.phase())) {
            try {
                handler.handleEvent(event);
            } catch (RuntimeException e) {
                leaveOut(handler, e);
            }
        }
        if (plan.hasSpanHandlers()) {
            pairing.accept(event);
        }
    }

    /** Leads spans and marks through the handlers that take them. */
    private final class Spans implements SpanSink {
        @Override
        public void span(Span span) {
            for (SpanHandler<?> handler : plan.spanHandlers()) {
                try {
                    handler.handleSpan(span);
                } catch (RuntimeException e) {
                    leaveOut(handler, e);
                }
            }
        }

        @Override
        public void mark(Span mark) {
            for (SpanHandler<?> handler : plan.spanHandlers()) {
                try {
                    handler.handleMark(mark);
                } catch (RuntimeException e) {
                    leaveOut(handler, e);
                }
            }
        }
    }

    /** Ends a trace that came live. */
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
                results.put(handler.getClass(), handler.data());
            } catch (RuntimeException e) {
                leaveOut(handler, e);
            }
        }
        state = State.FINISHED;
        return new ParsedTrace(results, failures, report);
    }

    /** Makes the processor ready for the next trace; results handed out stay valid. */
    public void reset() {
        if (state == State.PARSING) {
            throw new IllegalStateException("Trace processor can't reset while parsing.");
        }
        failures.clear();
        running = handlers;
        for (EventHandler<?> handler : handlers) {
            handler.reset();
        }
        state = State.IDLE;
    }

    public State state() {
        return state;
    }

    private void leaveOut(EventHandler<?> failed, RuntimeException failure) {
        // Looked up only now: finding a logging provider takes 35 ms of a live agent's start-up.
        LoggerFactory.getLogger(TraceProcessor.class)
                .warn(
                        "{} failed and is left out of this trace",
                        failed.getClass().getSimpleName(),
                        failure);
        failures.put(failed.getClass(), failure);
        running = running.stream().filter(handler -> handler != failed).toList();
        plan = DispatchPlan.of(running);
    }
}
