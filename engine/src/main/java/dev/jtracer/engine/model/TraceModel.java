// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.model;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.handler.HandlerConfig;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;

/**
 * A model that parses traces and keeps the results, like DevTools' trace model. Each parse has its own handlers, so any
 * number of traces may be parsed in sequence or at once, on any threads.
 *
 * <p>The traces are numbered from 0 in the order in which their parses succeeded. A negative index as a parameter counts
 * from the end: -1 is the last trace. Safe for use by several threads.
 */
public final class TraceModel {
    private final HandlerSet handlers;
    private final HandlerConfig config;
    private final List<TraceModelListener> listeners = new CopyOnWriteArrayList<>();
    private final Object lock = new Object();
    private final List<Recording> recordings = new ArrayList<>();
    private final RecordingNames names = new RecordingNames();

    private TraceModel(HandlerSet handlers, HandlerConfig config) {
        this.handlers = handlers;
        this.config = config;
    }

    /** Returns a model with all handlers of the engine. */
    public static TraceModel withAllHandlers(HandlerConfig config) {
        return new TraceModel(HandlerSet.all(), config);
    }

    /** Returns a model with handlers of the caller's choice. */
    public static TraceModel withHandlers(HandlerSet handlers, HandlerConfig config) {
        return new TraceModel(handlers, config);
    }

    /**
     * Parses a trace and keeps the result.
     *
     * @return the result, which is also the last of this model's traces
     * @throws IOException if the trace cannot be read; nothing is kept then
     */
    public ParsedTrace parse(TraceSource source, ParseOptions options) throws IOException {
        return parse(source, options, () -> false);
    }

    /** Parses a trace as {@link #parseAsync(TraceSource, ParseOptions, Executor)}, on a new thread. */
    public CompletableFuture<ParsedTrace> parseAsync(TraceSource source, ParseOptions options) {
        return parseAsync(source, options, TraceModel::runOnThread);
    }

    private static void runOnThread(Runnable task) {
        Thread thread = new Thread(task, "jtracer parse");
        thread.setDaemon(true); // a parse without a waiting caller must not keep the JVM alive
        thread.start();
    }

    /**
     * Parses a trace on an executor and keeps the result. Cancelling the future ends the parse within some ten thousand
     * events; nothing is kept then.
     */
    public CompletableFuture<ParsedTrace> parseAsync(TraceSource source, ParseOptions options, Executor executor) {
        CompletableFuture<ParsedTrace> future = new CompletableFuture<>();
        executor.execute(() -> {
            try {
                future.complete(parse(source, options, future::isDone));
            } catch (Throwable e) { // every failure completes the future
                future.completeExceptionally(e);
            }
        });
        return future;
    }

    private ParsedTrace parse(TraceSource source, ParseOptions options, BooleanSupplier cancelled) throws IOException {
        ParseReporter reporter = new ParseReporter(source, cancelled, listeners);
        ParsedTrace trace;
        try {
            reporter.requireWanted();
            trace = new TraceProcessor(handlers.create(), config).parse(source, reporter, options.measureHandlers());
            keep(trace, options.annotations());
        } catch (Throwable e) { // listeners are notified of every end, and the exception is passed on to the caller
            reporter.completed(ParseCompletion.failure(source, e));
            throw e;
        }
        reporter.completed(ParseCompletion.success(source, trace));
        return trace;
    }

    private void keep(ParsedTrace trace, Args annotations) {
        synchronized (lock) {
            recordings.add(new Recording(trace, names.next(trace), annotations));
        }
    }

    /** Adds a listener to all parses that begin from now on. */
    public void addListener(TraceModelListener listener) {
        listeners.add(listener);
    }

    /** Removes a listener; does nothing if it was not added. */
    public void removeListener(TraceModelListener listener) {
        listeners.remove(listener);
    }

    /** Returns the result of a parse; empty if the index is out of bounds. */
    public Optional<ParsedTrace> parsedTrace(int index) {
        synchronized (lock) {
            int place = place(index);
            return place < 0 || place >= recordings.size()
                    ? Optional.empty()
                    : Optional.of(recordings.get(place).trace);
        }
    }

    /** Returns the number of traces kept. */
    public int size() {
        synchronized (lock) {
            return recordings.size();
        }
    }

    /** Returns the index of the last trace; -1 without any. */
    public int lastTraceIndex() {
        return size() - 1;
    }

    /**
     * Removes a trace. The indexes of later traces decrease by one; names do not change.
     *
     * @throws IndexOutOfBoundsException if the index is out of bounds
     */
    public void deleteTraceByIndex(int index) {
        synchronized (lock) {
            recordings.remove(requirePlace(index));
        }
    }

    /**
     * Returns the names of the traces, in their order: program and process number, the host of the page with a number, or
     * {@code Trace N}.
     */
    public List<String> recordingNames() {
        synchronized (lock) {
            return recordings.stream().map(recording -> recording.name).toList();
        }
    }

    /**
     * Returns the user's annotations of a trace; empty if there are none.
     *
     * @throws IndexOutOfBoundsException if the index is out of bounds
     */
    public Args annotations(int index) {
        synchronized (lock) {
            return recordings.get(requirePlace(index)).annotations;
        }
    }

    /**
     * Replaces the user's annotations of a trace.
     *
     * @throws IndexOutOfBoundsException if the index is out of bounds
     */
    public void setAnnotations(int index, Args annotations) {
        synchronized (lock) {
            recordings.get(requirePlace(index)).annotations = annotations;
        }
    }

    private int requirePlace(int index) {
        int place = place(index);
        if (place < 0 || place >= recordings.size()) {
            throw new IndexOutOfBoundsException("no trace '" + index + "'; there are " + recordings.size());
        }
        return place;
    }

    private int place(int index) {
        return index < 0 ? recordings.size() + index : index;
    }

    private static final class Recording {
        final ParsedTrace trace;
        final String name;
        Args annotations;

        Recording(ParsedTrace trace, String name, Args annotations) {
            this.trace = trace;
            this.name = name;
            this.annotations = annotations;
        }
    }
}
