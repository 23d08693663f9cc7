// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report;

import dev.jtracer.engine.event.EndFacts;
import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.event.TrackTable;
import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.handler.meta.Meta;
import dev.jtracer.engine.handler.meta.MetaHandler;
import dev.jtracer.engine.handler.meta.Recordings;
import dev.jtracer.engine.handler.meta.RecordingsHandler;
import dev.jtracer.engine.handler.path.CallPaths;
import dev.jtracer.engine.handler.path.CallPathsHandler;
import dev.jtracer.engine.handler.path.RootCall;
import dev.jtracer.engine.handler.path.SlowCall;
import dev.jtracer.engine.handler.path.SlowCalls;
import dev.jtracer.engine.handler.path.SlowCallsHandler;
import dev.jtracer.engine.handler.path.ThreadLoads;
import dev.jtracer.engine.handler.path.ThreadLoadsHandler;
import dev.jtracer.engine.handler.request.Requests;
import dev.jtracer.engine.handler.request.RequestsHandler;
import dev.jtracer.engine.handler.sample.SampleTotals;
import dev.jtracer.engine.handler.sample.SampleTotalsHandler;
import dev.jtracer.engine.handler.totals.Callbacks;
import dev.jtracer.engine.handler.totals.CallbacksHandler;
import dev.jtracer.engine.handler.totals.Functions;
import dev.jtracer.engine.handler.totals.FunctionsHandler;
import dev.jtracer.engine.handler.totals.SlowPass;
import dev.jtracer.engine.handler.totals.SlowPassesHandler;
import dev.jtracer.engine.handler.totals.ThreadCpu;
import dev.jtracer.engine.handler.totals.ThreadCpuHandler;
import dev.jtracer.engine.handler.totals.WaitsHandler;
import dev.jtracer.engine.handler.warning.StallHandler;
import dev.jtracer.engine.handler.warning.Stalls;
import dev.jtracer.engine.model.ParsedTrace;
import dev.jtracer.engine.model.TraceProcessor;
import dev.jtracer.engine.pairing.PairingCounts;
import dev.jtracer.engine.report.section.ReportSections;
import dev.jtracer.engine.report.section.SectionTable;
import dev.jtracer.engine.text.DurationText;
import dev.jtracer.engine.text.Styles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * The answers of a trace: where the program's time went, what was slow and why, and how far the figures can be
 * trusted. Immutable.
 *
 * <p>Every figure is added up while the trace is read, so memory depends on the number of methods, paths and threads,
 * and not on the length of the trace. Times are in nanoseconds; those of events are as in the trace.
 *
 * @param source what the source says about the trace and its quality
 * @param meta bounds, processes
 * @param recordings the recordings of jtracer in the trace, with their settings and counters
 * @param pairing begins and ends that did not pair up
 * @param functions totals by method
 * @param callbacks totals by callback
 * @param requests statuses of HTTP requests
 * @param paths calls by their callers, and the slowest root calls
 * @param slowCalls the slowest calls
 * @param slowPasses the callbacks that waited longest, the longest first
 * @param threads how busy threads were
 * @param stalls stalls of the JVM
 * @param samples sampled stacks
 * @param sections tables of what else the trace has, to which those made of totals are added
 * @param tracks the tracks to which the indexes in the other parts refer
 * @param states what threads did within their calls, of a JFR recording beside the trace
 */
public record TraceReport(
        ImportReport source,
        Meta meta,
        Recordings recordings,
        PairingCounts pairing,
        Functions functions,
        Callbacks callbacks,
        Requests requests,
        CallPaths paths,
        SlowCalls slowCalls,
        List<SlowPass> slowPasses,
        ThreadLoads threads,
        Stalls stalls,
        SampleTotals samples,
        List<SectionTable> sections,
        List<Track> tracks,
        ThreadStates states) {
    private static final int TENTH = 10;
    private static final int LEAST_SAMPLES = 3;

    public TraceReport {
        states = states.of(recordings, meta, functions);
        List<SectionTable> all = new ArrayList<>(ReportSections.ofTotals(callbacks));
        all.addAll(sections);
        sections = List.copyOf(all);
        tracks = List.copyOf(tracks);
    }

    /**
     * Reads a trace to its end.
     *
     * @throws IOException if it cannot be read
     */
    public static TraceReport read(TraceSource source, ReportLimits limits) throws IOException {
        return read(source, limits, ThreadStates.NONE);
    }

    /**
     * Reads a trace to its end.
     *
     * @param states those of a JFR recording of the same process
     * @throws IOException if it cannot be read
     */
    public static TraceReport read(TraceSource source, ReportLimits limits, ThreadStates states) throws IOException {
        return of(new TraceProcessor(handlers(limits)).parse(source), source.tracks(), states);
    }

    /**
     * Returns the report on a trace that was parsed with at least the {@link #handlers}.
     *
     * @param tracks tracks of the trace's source
     * @param states those of a JFR recording of the same process
     */
    public static TraceReport of(ParsedTrace trace, TrackTable tracks, ThreadStates states) {
        List<Track> tracksNow =
                IntStream.range(0, tracks.size()).mapToObj(tracks::get).toList();
        Meta meta = trace.data(MetaHandler.class);
        Stalls stalls = trace.data(StallHandler.class);
        ThreadCpu cpu = trace.data(ThreadCpuHandler.class);
        ThreadLoads threads = trace.data(ThreadLoadsHandler.class);
        Recordings recordings = trace.data(RecordingsHandler.class);
        Callbacks callbacks = trace.data(CallbacksHandler.class);
        return new TraceReport(
                trace.report(),
                meta,
                recordings,
                trace.pairing(),
                trace.data(FunctionsHandler.class),
                recordings.sum(EndFacts.LOST) > 0 ? callbacks.withLosses() : callbacks,
                trace.data(RequestsHandler.class),
                trace.data(CallPathsHandler.class)
                        .ranked(threads, track -> tracks.get(track).pid())
                        .with(
                                trace.data(WaitsHandler.class),
                                (track, from, to) -> cpu.between(
                                        tracks.get(track).pid(),
                                        tracks.get(track).tid(),
                                        from,
                                        to),
                                call -> stalls.within(
                                        tracks.get(call.track()).pid(),
                                        call.startNanos(),
                                        call.startNanos() + call.requestNanos())),
                trace.data(SlowCallsHandler.class),
                trace.data(SlowPassesHandler.class),
                threads,
                stalls,
                trace.data(SampleTotalsHandler.class),
                ReportSections.of(trace, track -> meta.threadTitle(tracksNow.get(track))),
                tracksNow,
                states);
    }

    /** Returns the handlers whose data a report consists of. */
    public static List<EventHandler<?>> handlers(ReportLimits limits) {
        List<EventHandler<?>> handlers = new ArrayList<>(List.of(
                new MetaHandler(),
                new RecordingsHandler(),
                new FunctionsHandler(),
                new CallbacksHandler(),
                new RequestsHandler(),
                new SlowPassesHandler(limits.slowest()),
                new CallPathsHandler(limits.paths(), limits.slowest()),
                new WaitsHandler(),
                new SlowCallsHandler(limits.slowest(), limits::keep),
                new ThreadLoadsHandler(),
                new StallHandler(),
                new ThreadCpuHandler(),
                new SampleTotalsHandler()));
        ReportSections.handlers().forEach(handler -> handlers.add(handler.get()));
        return handlers;
    }

    /** Returns the number of calls of methods, unfinished ones included, without runs of callbacks. */
    public long calls() {
        return functions.rows().stream()
                .mapToLong(row -> row.calls().count() + row.unfinished())
                .sum();
    }

    /** Returns the number of runs of callbacks, unfinished ones included. */
    public long runs() {
        return callbacks.rows().stream()
                .mapToLong(row -> row.run().count() + row.unfinished())
                .sum();
    }

    /** Returns the number of calls of a method that ended by an exception. */
    long threw(String name) {
        return functions.find(name).map(Functions.Row::threw).orElse(0L);
    }

    /** Returns the time spent in traced calls by all threads: the self times of methods and of runs of callbacks. */
    public long tracedNanos() {
        return TotalsText.tracedNanos(functions, callbacks);
    }

    /** Returns the slowest root calls, as the report numbers them; those that were open throughout come last. */
    public List<RootCall> rootCalls() {
        return paths.slowest();
    }

    /** Returns what to know of the figures, a line each: what was lost, what tracing cost, when the JVM stalled. */
    public List<String> notes() {
        return new DataQuality(this).lines(Styles.PLAIN);
    }

    /** Returns what the thread of a track did in a range of time, the longest first; nothing without JFR's data. */
    public List<ThreadStates.State> states(int track, long startNanos, long nanos) {
        return states(track, startNanos, nanos, event -> true);
    }

    private List<ThreadStates.State> states(
            int track, long startNanos, long nanos, Predicate<ThreadStates.Event> isWanted) {
        return hasStates(track)
                ? states.within(tracks.get(track).tid(), startNanos + states.shiftNanos(recordings), nanos, isWanted)
                : List.of();
    }

    /** Returns the samples of the thread of a track in a range of time; none without JFR's data. */
    List<ThreadStates.Event> samples(int track, long startNanos, long nanos) {
        return hasStates(track)
                ? states.samples(tracks.get(track).tid(), startNanos + states.shiftNanos(recordings), nanos)
                : List.of();
    }

    private boolean hasStates(int track) {
        return !states.isEmpty()
                && tracks.get(track).pid() == recordings.recordings().get(0).pid();
    }

    /** Returns the states of a tenth of the range, then the method that most samples hit, at least a tenth. */
    public List<ThreadStates.State> mostStates(int track, long startNanos, long nanos) {
        List<ThreadStates.State> states = states(track, startNanos, nanos);
        List<ThreadStates.State> most = new ArrayList<>(states);
        most.removeIf(state -> state.samples() > 0 || state.nanos() < nanos / TENTH);
        states.stream()
                .filter(state -> state.samples() >= LEAST_SAMPLES && state.count() >= state.samples() / TENTH)
                .findFirst()
                .ifPresent(most::add);
        return most;
    }

    /**
     * Returns the states that a call was in itself, outside of the traced calls that it made. With more frames of its
     * method than calls that are open, or longer than its self time, a state is that of an inner call.
     */
    List<ThreadStates.State> ownStates(SlowCall call) {
        String name = call.name();
        // Bridges and methods that are not traced have a method's name, too, but a trace without a recursion none.
        boolean recurses =
                functions.find(name).filter(row -> row.nestedNanos() > 0).isPresent();
        int open = recurses ? Collections.frequency(call.path(), name) : Integer.MAX_VALUE;
        return states(
                        call.track(),
                        call.startNanos(),
                        call.durationNanos(),
                        event -> event.method().equals(name) && Collections.frequency(event.stack(), name) <= open)
                .stream()
                .filter(state -> state.nanos() <= call.selfNanos())
                .toList();
    }

    /** Returns a time of the trace as text: the distance from its start, with its sign. */
    String offset(long nanos) {
        long offset = nanos - meta.startNanos();
        return (offset < 0 ? "" : "+") + DurationText.of(offset);
    }

    /** Returns what to call a thread: its name, and its process where there are several. */
    public String threadName(int track) {
        return meta.threadTitle(tracks.get(track));
    }
}
