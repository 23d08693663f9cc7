// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceEvent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Pairs {@code S} and {@code F}, with the steps {@code T} and {@code p} between them. Only files contain them, and
 * few, so the events are retained and sorted by time first, as in catapult.
 */
final class LegacyAsyncPairing {
    /** Number of events after which they are paired, unless all spans are retained anyway; about 40 MB. */
    private static final int PORTION = 1 << 17;

    private final SpanSink sink;
    private final PairingOptions options;
    private final PairingProblems problems;
    private final Span span;
    private final @Nullable StringTable names;
    private final Map<String, Integer> stepNames = new HashMap<>();
    private final List<TraceEvent> events = new ArrayList<>();
    private final Map<Key, Running> running = new LinkedHashMap<>();
    private long latestNanos = Long.MIN_VALUE;

    LegacyAsyncPairing(
            SpanSink sink, PairingOptions options, PairingProblems problems, Span span, @Nullable StringTable names) {
        this.sink = sink;
        this.options = options;
        this.problems = problems;
        this.span = span;
        this.names = names;
    }

    /** The key of the events of one span. An id has a track for each name, but names may share a track. */
    private record Key(int track, int nameIndex) {}

    private static final class Running {
        final TraceEvent start;
        final List<TraceEvent> steps = new ArrayList<>();
        boolean mixed;

        Running(TraceEvent start) {
            this.start = start;
        }
    }

    void accept(TraceEvent event) {
        events.add(event.copy());
        latestNanos = Math.max(latestNanos, event.tsNanos());
        if (events.size() >= PORTION && !options.keepsSpans()) {
            pair();
        }
    }

    /**
     * Reports all spans; those without an end last until the end of the trace.
     *
     * @param traceEndNanos the latest time of all other events
     */
    void finish(long traceEndNanos) {
        pair();
        for (Running open : running.values()) {
            problems.count(PairingProblem.UNMATCHED_BEGIN);
            report(open, null, Math.max(traceEndNanos, latestNanos));
        }
        running.clear();
    }

    private void pair() {
        events.sort(Comparator.comparingLong(TraceEvent::tsNanos));
        for (TraceEvent event : events) {
            Key key = new Key(event.track(), event.nameIndex());
            if (event.phase() == Phase.LEGACY_ASYNC_START) {
                start(key, event);
            } else if (event.phase() == Phase.LEGACY_ASYNC_FINISH) {
                finish(key, event);
            } else {
                step(key, event);
            }
        }
        events.clear();
    }

    private void start(Key key, TraceEvent event) {
        if (running.containsKey(key)) {
            problems.count(PairingProblem.STARTED_TWICE);
        } else {
            running.put(key, new Running(event));
        }
    }

    private void step(Key key, TraceEvent event) {
        Running span = running.get(key);
        if (span == null) {
            problems.count(PairingProblem.UNMATCHED_STEP);
            return;
        }
        if (!span.steps.isEmpty() && span.steps.get(0).phase() != event.phase()) {
            span.mixed = true;
        }
        span.steps.add(event);
    }

    private void finish(Key key, TraceEvent event) {
        Running span = running.remove(key);
        if (span == null) {
            problems.count(PairingProblem.UNMATCHED_END);
        } else {
            report(span, event, Math.max(event.tsNanos(), span.start.tsNanos()));
        }
    }

    private void report(Running legacy, @Nullable TraceEvent end, long endNanos) {
        if (legacy.mixed) {
            problems.count(PairingProblem.MIXED_STEPS);
            return;
        }
        long stepNanos = 0;
        for (int i = 0; i < legacy.steps.size(); i++) {
            stepNanos += reportStep(legacy, i, endNanos);
        }
        span.fill(legacy.start, options);
        span.depth = 0;
        span.endNanos = endNanos;
        span.selfNanos = Math.max(0, endNanos - span.startNanos - stepNanos);
        if (end == null) {
            span.endWithoutEvent();
        } else {
            span.flags |= end.flags();
            span.endWith(end, options);
        }
        sink.span(span);
    }

    private long reportStep(Running legacy, int i, long endNanos) {
        TraceEvent step = legacy.steps.get(i);
        boolean into = step.phase() == Phase.LEGACY_ASYNC_STEP_INTO;
        long from = step.tsNanos();
        long to = from;
        if (into) {
            to = i + 1 < legacy.steps.size() ? legacy.steps.get(i + 1).tsNanos() : endNanos;
        } else {
            from = (i == 0 ? legacy.start : legacy.steps.get(i - 1)).tsNanos();
        }
        span.fill(step, options);
        span.flags &= ~SpanFlags.UNFINISHED;
        span.nameIndex = stepName(step);
        span.depth = 1;
        span.startNanos = from;
        span.endNanos = Math.max(from, to);
        span.selfNanos = span.endNanos - from;
        sink.span(span);
        return span.endNanos - from;
    }

    private int stepName(TraceEvent step) {
        String name = step.args().text("step");
        return name == null || names == null ? step.nameIndex() : stepNames.computeIfAbsent(name, names::add);
    }
}
