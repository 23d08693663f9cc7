// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.control;

import dev.jtracer.agent.live.LiveSnapshot;
import dev.jtracer.agent.live.LiveSnapshot.TracerState;
import dev.jtracer.engine.handler.totals.Durations;
import dev.jtracer.engine.handler.totals.Functions;
import dev.jtracer.engine.handler.totals.Histogram;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A tracer that only records the commands it receives, and reports two called functions at the end. */
final class TracingRecord implements Tracing {
    static final Functions TOTALS = new Functions(List.of(
            row("com.acme.Cache.find", 2, 1_000_000, 3_000_000, 4_000_000, 2_500_000, 1, 0),
            row("com.acme.Cache.key", 0, 0, 0, 0, 0, 0, 5)));

    static final LiveSnapshot SNAPSHOT =
            new LiveSnapshot(new TracerState(1, true, "a.jtr", 0, 0, 1, 1, 0, 0, 0, 20, "", ""), List.of(), List.of());

    /** Returns the totals of a function that never receives callbacks and does not call itself. */
    private static Functions.Row row(
            String name, long count, long min, long max, long total, long selfNanos, long threw, long unfinished) {
        Durations calls = new Durations(count, min, max, total);
        return new Functions.Row(name, calls, 0, 0, selfNanos, threw, unfinished, 0, 0, calls, new Histogram());
    }

    final List<String> asked = new CopyOnWriteArrayList<>();

    /** Exception that every recorded command throws, unless null. */
    @Nullable
    Error failure;

    /** Reply to every command, unless null. */
    @Nullable
    Reply reply;

    @Override
    public Reply start() {
        return remember("start");
    }

    @Override
    public Reply stop(@Nullable Terminal terminal) {
        return remember("stop" + totals(terminal));
    }

    @Override
    public Reply toggle(@Nullable Terminal terminal) {
        return remember("toggle" + totals(terminal));
    }

    private static String totals(@Nullable Terminal terminal) {
        return terminal != null && terminal.totals() ? " with totals" : "";
    }

    @Override
    public Reply reset() {
        return remember("reset");
    }

    @Override
    public Reply dump() {
        return remember("dump");
    }

    @Override
    public void log(String text) {
        remember("log " + text);
    }

    @Override
    public Functions totals() {
        return TOTALS;
    }

    @Override
    public LiveSnapshot snapshot() {
        asked.add("snapshot");
        return SNAPSHOT;
    }

    @Override
    public TracerStatus status(boolean cost) {
        return new TracerStatus(
                true,
                "/tmp/trace.json",
                3,
                1000,
                2_500_000_000L,
                400,
                2_097_152,
                List.of(
                        new TracerStatus.Item("lostEvents", "lost events", 7L, false),
                        new TracerStatus.Item("lostNoFreeBuffer", "- no buffer free", 4L, true),
                        new TracerStatus.Item("lostAtStop", "- at the stop", 0L, true),
                        new TracerStatus.Item("classesWoven", "classes woven", 1L, false),
                        new TracerStatus.Item("methodsWoven", "methods woven", 85L, false),
                        new TracerStatus.Item("overheadNanosPerTiming", "ns per timing", 17.25, false)));
    }

    Reply remember(String what) {
        asked.add(what);
        if (failure != null) {
            throw failure;
        }
        return reply == null ? Reply.done("did " + what) : reply;
    }
}
