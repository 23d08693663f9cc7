// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.model;

import dev.jtracer.engine.event.TraceSource;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.LoggerFactory;

/** A reporter of one parse's progress to the listeners of a model. Ends a parse that was cancelled. */
final class ParseReporter implements ParseMonitor {
    /* DevTools assigns a fifth of the whole to reading, because its events are in memory already. Here they are read from a
     * file, which takes nearly all of the time. */
    private static final double READING = 0.9;

    private final TraceSource source;
    private final BooleanSupplier cancelled;
    private final List<TraceModelListener> listeners;
    private double fraction;
    private long events;

    ParseReporter(TraceSource source, BooleanSupplier cancelled, List<TraceModelListener> listeners) {
        this.source = source;
        this.cancelled = cancelled;
        this.listeners = List.copyOf(listeners);
    }

    void requireWanted() {
        if (cancelled.getAsBoolean()) {
            throw new CancellationException("the parse was cancelled");
        }
    }

    @Override
    public void read(long events) {
        requireWanted();
        this.events = events;
        double read = source.progress();
        // A source may be wrong about its size, for example of gzip data; the progress never decreases.
        report(Double.isNaN(read) ? 0 : READING * Math.min(1, read));
    }

    @Override
    public void allRead(long events) {
        requireWanted();
        this.events = events;
        report(READING);
    }

    @Override
    public void finished(int done, int handlers) {
        requireWanted();
        report(done == handlers ? 1 : READING + (1 - READING) * done / handlers);
    }

    private void report(double reached) {
        fraction = Math.max(fraction, reached);
        ParseProgress progress = new ParseProgress(source, fraction, events);
        notifyListeners(listener -> listener.progressed(progress));
    }

    void completed(ParseCompletion completion) {
        if (completion.succeeded() && fraction < 1) {
            report(1); // no handler was left to finish
        }
        notifyListeners(listener -> listener.completed(completion));
    }

    private void notifyListeners(Consumer<TraceModelListener> message) {
        for (TraceModelListener listener : listeners) {
            try {
                message.accept(listener);
            } catch (RuntimeException e) {
                LoggerFactory.getLogger(ParseReporter.class)
                        .warn(
                                "{} failed; the parse goes on",
                                listener.getClass().getName(),
                                e);
            }
        }
    }
}
