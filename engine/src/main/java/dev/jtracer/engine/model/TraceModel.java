// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.model;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.handler.HandlerConfig;
import dev.jtracer.engine.handler.HandlerOrder;
import dev.jtracer.engine.handler.meta.MetaHandler;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Parses traces and keeps the results, as DevTools' trace model does. Each parse has handlers of its own, so any number of
 * traces may be parsed one after the other or at once, on any threads.
 *
 * <p>The traces are numbered from 0 in the order in which their parses succeeded. Wherever an index is a parameter, a
 * negative one counts from the end: -1 is the last trace. Safe for use by several threads.
 */
public final class TraceModel {
    private final List<Supplier<? extends EventHandler<?>>> handlers;
    private final HandlerConfig config;
    private final List<TraceModelListener> listeners = new CopyOnWriteArrayList<>();
    private final Object lock = new Object();
    private final List<Recording> recordings = new ArrayList<>();
    private final RecordingNames names = new RecordingNames();

    private TraceModel(Collection<? extends Supplier<? extends EventHandler<?>>> handlers, HandlerConfig config) {
        this.handlers = List.copyOf(handlers);
        this.config = config;
        HandlerOrder.sort(newHandlers());
    }

    /** Returns a model with all handlers of the engine. */
    public static TraceModel withAllHandlers(HandlerConfig config) {
        return new TraceModel(AllHandlers.suppliers(), config);
    }

    /**
     * Returns a model with handlers of the caller's choice, the engine's or others.
     *
     * @param handlers make a new handler at each call; {@link MetaHandler} takes part whether it is among them or not
     * @throws IllegalArgumentException if a handler depends on one that is not given, is given twice, or they depend on each
     *     other in a circle
     */
    public static TraceModel withHandlers(
            Collection<? extends Supplier<? extends EventHandler<?>>> handlers, HandlerConfig config) {
        return new TraceModel(handlers, config);
    }

    private List<EventHandler<?>> newHandlers() {
        EventHandler<?> meta = new MetaHandler();
        List<EventHandler<?>> others = new ArrayList<>();
        for (Supplier<? extends EventHandler<?>> supplier : handlers) {
            EventHandler<?> handler = supplier.get();
            if (handler instanceof MetaHandler) {
                meta = handler;
            } else {
                others.add(handler);
            }
        }
        others.add(0, meta);
        return others;
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

    /** As {@link #parseAsync(TraceSource, ParseOptions, Executor)}, on a thread of its own. */
    public CompletableFuture<ParsedTrace> parseAsync(TraceSource source, ParseOptions options) {
        return parseAsync(source, options, TraceModel::runOnThread);
    }

    private static void runOnThread(Runnable task) {
        Thread thread = new Thread(task, "jtracer parse");
        thread.setDaemon(true); // a parse that nobody waits for keeps no JVM alive
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
            } catch (Throwable e) { // whatever it is, it belongs to whoever waits for the future
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
            trace = new TraceProcessor(newHandlers(), config).parse(source, reporter, options.measureHandlers());
            keep(trace, options.annotations());
        } catch (Throwable e) { // listeners learn of every end, and the caller gets what was thrown
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

    /** Follows all parses that begin from now on. */
    public void addListener(TraceModelListener listener) {
        listeners.add(listener);
    }

    /** Ends what {@link #addListener} began; does nothing if it did not. */
    public void removeListener(TraceModelListener listener) {
        listeners.remove(listener);
    }

    /** Returns the result of a parse; empty if there is no such index. */
    public Optional<ParsedTrace> parsedTrace(int index) {
        synchronized (lock) {
            int place = place(index);
            return place < 0 || place >= recordings.size()
                    ? Optional.empty()
                    : Optional.of(recordings.get(place).trace);
        }
    }

    /** Number of traces kept. */
    public int size() {
        synchronized (lock) {
            return recordings.size();
        }
    }

    /** Index of the last trace; -1 without any. */
    public int lastTraceIndex() {
        return size() - 1;
    }

    /**
     * Forgets a trace. The indexes of those after it become one less; names stay as they were.
     *
     * @throws IndexOutOfBoundsException if there is no such trace
     */
    public void deleteTraceByIndex(int index) {
        synchronized (lock) {
            recordings.remove(requirePlace(index));
        }
    }

    /**
     * Returns what to call the traces, in their order: program and process number, the host of the page with a number, or
     * {@code Trace N}.
     */
    public List<String> recordingNames() {
        synchronized (lock) {
            return recordings.stream().map(recording -> recording.name).toList();
        }
    }

    /**
     * Returns what a user has noted about a trace; empty if nothing.
     *
     * @throws IndexOutOfBoundsException if there is no such trace
     */
    public Args annotations(int index) {
        synchronized (lock) {
            return recordings.get(requirePlace(index)).annotations;
        }
    }

    /**
     * Replaces what a user has noted about a trace.
     *
     * @throws IndexOutOfBoundsException if there is no such trace
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
