// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.merge;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.handler.meta.Meta;
import dev.jtracer.engine.handler.meta.Page;
import dev.jtracer.engine.handler.path.CallPathSums;
import dev.jtracer.engine.handler.path.CallPaths;
import dev.jtracer.engine.handler.path.RootCall;
import dev.jtracer.engine.handler.path.SlowCall;
import dev.jtracer.engine.handler.path.SlowCalls;
import dev.jtracer.engine.handler.request.Requests;
import dev.jtracer.engine.handler.sample.SampleTotals;
import dev.jtracer.engine.handler.totals.Callbacks;
import dev.jtracer.engine.handler.totals.Functions;
import dev.jtracer.engine.handler.totals.SlowPass;
import dev.jtracer.engine.report.ThreadStates;
import dev.jtracer.engine.report.TraceReport;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * A report on some recordings that can be added to others: {@link #of} makes that of one recording, {@link #merge}
 * adds another one, {@link #report} returns the report on all. In between they can be transferred as bytes, see
 * {@link PartialReportCodec}.
 *
 * <pre>
 *   one machine        PartialReportCodec.encode(PartialReport.of(report, 20))   // some kilobytes
 *   another machine    PartialReportCodec.decode(bytes).merge(PartialReportCodec.decode(otherBytes)).report(20)
 * </pre>
 *
 * <p>The result is the same to the bit whatever the order and grouping of merges: sums and distributions are of
 * integers, and where two recordings tie, their start decides. Times in the result count from the start of the
 * earliest recording, as in a trace that is read from several files; equal process numbers of two recordings stay
 * apart. Not safe for use by several threads.
 */
public final class PartialReport {
    private final int slowest;
    private final List<RecordingShare> shares = new ArrayList<>();
    private final Map<String, List<RecordingShare.Files>> files = new HashMap<>();
    private final Map<String, Functions.Row> functions = new LinkedHashMap<>();
    private final Map<String, Callbacks.Row> callbacks = new LinkedHashMap<>();
    final CallPathSums paths = new CallPathSums();
    final Ranking<RootCall> roots;
    final Ranking<SlowCall> slowCalls;
    final Ranking<SlowCall> slowBySelf;
    final Ranking<SlowPass> slowPasses;
    Requests requests = Requests.NONE;
    TraceCounts counts = TraceCounts.NONE;

    /**
     * Creates a report on no recording.
     *
     * @param slowest slow calls of each kind
     */
    PartialReport(int slowest) {
        this.slowest = slowest;
        this.roots = new Ranking<>(slowest, PartialReport::rank, RootCall::startNanos);
        this.slowCalls = new Ranking<>(slowest, SlowCall::durationNanos, SlowCall::startNanos);
        this.slowBySelf = new Ranking<>(slowest, SlowCall::selfNanos, SlowCall::startNanos);
        this.slowPasses = new Ranking<>(slowest, SlowPass::waitNanos, SlowPass::passedNanos);
    }

    /** Returns the length by which a root call ranks; of those open throughout one below all others. */
    private static long rank(RootCall call) {
        return call.requestNanos() - (call.throughout() ? Long.MAX_VALUE : 0);
    }

    /**
     * Returns the partial report on a recording, or on traces that were read as one.
     *
     * @param slowest slow calls of each kind that the report was limited to
     * @throws IllegalArgumentException if the report has samples, which cannot be merged
     */
    public static PartialReport of(TraceReport report, int slowest) {
        if (report.samples().count() > 0) {
            throw new IllegalArgumentException("the trace has samples, which a partial report cannot hold");
        }
        PartialReport partial = new PartialReport(slowest);
        RecordingShare share = RecordingShare.of(report);
        partial.add(share);
        report.functions().rows().forEach(partial::add);
        report.callbacks().rows().forEach(partial::add);
        partial.add(report.requests());
        partial.paths.add(report.paths().roots());
        report.paths().slowest().forEach(call -> partial.roots.add(share, call));
        report.slowCalls().byDuration().forEach(call -> partial.slowCalls.add(share, call));
        report.slowCalls().bySelf().forEach(call -> partial.slowBySelf.add(share, call));
        report.slowPasses().forEach(pass -> partial.slowPasses.add(share, pass));
        partial.add(TraceCounts.of(report));
        return partial;
    }

    void add(RecordingShare share) {
        shares.add(share);
        share.files().forEach(of -> files.computeIfAbsent(of.recording(), first -> new ArrayList<>())
                .add(of));
    }

    /** Returns whether a file of a share is in this report. */
    boolean hasFileOf(RecordingShare share) {
        return share.files().stream().anyMatch(of -> files.getOrDefault(of.recording(), List.of()).stream()
                .anyMatch(of::overlap));
    }

    void add(Functions.Row row) {
        functions.merge(row.name(), row, Functions.Row::plus);
    }

    void add(Callbacks.Row row) {
        callbacks.merge(row.label(), row, Callbacks.Row::plus);
    }

    void add(Requests more) {
        requests = requests.plus(more);
    }

    void add(TraceCounts more) {
        counts = counts.plus(more);
    }

    /**
     * Adds the report on other recordings, which is not changed.
     *
     * @return this
     * @throws IllegalArgumentException if the limits of slow calls differ, or if a file of a recording is in both;
     *     this report is then unchanged
     */
    public PartialReport merge(PartialReport other) {
        if (slowest != other.slowest) {
            throw new IllegalArgumentException(
                    "one has '" + slowest + "' slow calls of each kind, the other '" + other.slowest + "'");
        }
        for (RecordingShare share : other.shares) {
            if (hasFileOf(share)) {
                throw new IllegalArgumentException("the trace of " + share.title() + " is in both");
            }
        }
        other.shares.forEach(this::add);
        other.functions.values().forEach(this::add);
        other.callbacks.values().forEach(this::add);
        add(other.requests);
        paths.add(other.paths.paths());
        roots.addAll(other.roots);
        slowCalls.addAll(other.slowCalls);
        slowBySelf.addAll(other.slowBySelf);
        slowPasses.addAll(other.slowPasses);
        add(other.counts);
        return this;
    }

    /** Returns the number of slow calls of each kind, at most. */
    public int slowest() {
        return slowest;
    }

    public int recordings() {
        return shares.size();
    }

    /** Returns the shares, the earliest first. */
    List<RecordingShare> shares() {
        return shares.stream().sorted().toList();
    }

    /** Returns the totals by method: of one recording in its order, of several by their average, then by name. */
    Collection<Functions.Row> functions() {
        return rows(functions, row -> row.finished().averageNanos());
    }

    /** Returns the totals by callback, in the same order. */
    Collection<Callbacks.Row> callbacks() {
        return rows(callbacks, row -> row.total().averageNanos());
    }

    private <R> Collection<R> rows(Map<String, R> byName, ToDoubleFunction<R> averageNanos) {
        if (shares.size() < 2) {
            return List.copyOf(byName.values());
        }
        Comparator<R> longestFirst = Comparator.comparingDouble(averageNanos).reversed();
        return new TreeMap<>(byName).values().stream().sorted(longestFirst).toList();
    }

    /**
     * Returns the report on all recordings. Does not change this: more may be merged afterwards.
     *
     * @param most slow calls of each kind, at most {@link #slowest}
     */
    public TraceReport report(int most) {
        CommonClock common = new CommonClock(shares());
        SortedMap<Long, Meta.ProcessInfo> processes = new TreeMap<>();
        common.processes.forEach((pid, name) -> processes.put(pid, new Meta.ProcessInfo(name, "", new TreeMap<>())));
        return new TraceReport(
                new ImportReport(counts.events(), counts.truncated(), Args.EMPTY, counts.problems()),
                new Meta(
                        common.startNanos(),
                        common.endNanos(),
                        processes,
                        Map.of(),
                        processes.isEmpty() ? 0 : processes.firstKey(),
                        Page.NONE),
                common.recordings(),
                counts.pairing(),
                new Functions(List.copyOf(functions()), counts.unmatchedEnds(), counts.callsDropped()),
                new Callbacks(
                        List.copyOf(callbacks()),
                        counts.runsWithoutPass(),
                        counts.duplicates(),
                        counts.callbacksDropped()),
                requests,
                new CallPaths(paths.paths(), common.roots(roots.longest(most)), most, counts.pathsDropped()),
                new SlowCalls(common.slowCalls(slowCalls.longest(most)), common.slowCalls(slowBySelf.longest(most))),
                common.slowPasses(slowPasses.longest(most)),
                common.loads(),
                counts.stalls(),
                SampleTotals.EMPTY,
                List.of(),
                common.tracks,
                ThreadStates.NONE);
    }
}
