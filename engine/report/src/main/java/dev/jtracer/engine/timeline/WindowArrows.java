// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.timeline;

import dev.jtracer.engine.event.PassNumber;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.handler.flow.FlowKey;
import dev.jtracer.engine.pairing.Span;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The arrows with an end in a window, while the trace is read. Bounded: starts before the window are retained until
 * there are too many, then the oldest is forgotten, and its arrow begins at the window's border.
 */
final class WindowArrows {
    private static final int MOST_STARTS = 1 << 15;
    private static final int MOST_ARROWS = 20_000;
    private static final int MOST_ON_ONE_THREAD = 2_000;
    private static final int ENDS = SpanFlags.FLOW | SpanFlags.OF_CALLBACK;

    /**
     * An end of an arrow.
     *
     * @param depth depth of the call at the end; {@link #AROUND} and {@link #NEXT} if it has to be found
     */
    record End(int track, long nanos, int depth) {
        /** The innermost call at the time. */
        static final int AROUND = -1;
        /** The next call that begins. */
        static final int NEXT = -2;
    }

    /**
     * An arrow.
     *
     * @param from its start; null if it is before the window and forgotten
     */
    record Found(@Nullable End from, End to, String name) {}

    /** An end that arrived before its start. */
    private record Waiting(Comparable<?> key, End to, String name) {}

    private final TimelineWindow window;
    private final Map<Comparable<?>, End> starts = new LinkedHashMap<>();
    private final List<Found> arrows = new ArrayList<>();
    private final List<Found> onOneThread = new ArrayList<>();
    private final List<Waiting> waiting = new ArrayList<>();
    private long hidden;
    private long ambiguous;

    WindowArrows(TimelineWindow window) {
        this.window = window;
    }

    /** Returns whether a span may be an end of an arrow. */
    static boolean isEnd(Span span) {
        return (span.flags() & ENDS) != 0 && span.bindId() != 0;
    }

    /** Takes a span that {@link #isEnd}. */
    void add(Span span, long pid, String name) {
        int flags = span.flags();
        long key = PassNumber.key(span.bindId(), flags, pid);
        boolean pass = (flags & SpanFlags.PASS) != 0;
        if (!pass && (flags & (SpanFlags.FLOW_IN | SpanFlags.CALLBACK)) != 0) {
            if ((flags & SpanFlags.AMBIGUOUS) != 0) {
                ambiguous += window.contains(span.startNanos()) ? 1 : 0;
            } else {
                end(key, new End(span.track(), span.startNanos(), span.depth()), name);
            }
        }
        if (pass) {
            start(key, new End(span.track(), span.startNanos(), Math.max(0, span.depth() - 1)));
        } else if ((flags & SpanFlags.FLOW_OUT) != 0) {
            start(key, new End(span.track(), span.startNanos(), span.depth()));
        }
    }

    /** Takes an {@code s}, {@code t} or {@code f}. */
    void add(TraceEvent event) {
        FlowKey key = FlowKey.of(event);
        if (event.phase() != Phase.FLOW_START) {
            boolean around = event.phase() == Phase.FLOW_STEP
                    || "e".equals(event.otherFields().text("bp"));
            end(key, new End(event.track(), event.tsNanos(), around ? End.AROUND : End.NEXT), event.name());
        }
        if (event.phase() != Phase.FLOW_FINISH) {
            start(key, new End(event.track(), event.tsNanos(), End.AROUND));
        }
    }

    private void start(Comparable<?> key, End start) {
        if (start.nanos > window.toNanos()) {
            return;
        }
        starts.remove(key);
        starts.put(key, start);
        if (starts.size() > MOST_STARTS) {
            starts.remove(starts.keySet().iterator().next());
        }
    }

    private void end(Comparable<?> key, End to, String name) {
        boolean inside = window.contains(to.nanos);
        if (!inside && to.nanos < window.fromNanos()) {
            return;
        }
        End from = starts.get(key);
        if (from != null && (inside || window.contains(from.nanos))) {
            keep(new Found(from, to, name));
        } else if (inside) {
            if (waiting.size() < MOST_ARROWS) {
                waiting.add(new Waiting(key, to, name));
            } else {
                hidden++;
            }
        }
    }

    private void keep(Found arrow) {
        boolean oneThread = arrow.from != null && arrow.from.track == arrow.to.track;
        List<Found> list = oneThread ? onOneThread : arrows;
        if (list.size() < (oneThread ? MOST_ON_ONE_THREAD : MOST_ARROWS)) {
            list.add(arrow);
        } else if (!oneThread) {
            hidden++;
        }
    }

    /** Returns the arrows, those on one thread included. Call it once, after all spans and events. */
    List<Found> found() {
        waiting.forEach(end -> keep(new Found(starts.get(end.key), end.to, end.name)));
        waiting.clear();
        List<Found> all = new ArrayList<>(arrows);
        all.addAll(onOneThread);
        return all;
    }

    /** Returns the number of arrows beyond the limit. */
    long hidden() {
        return hidden;
    }

    /** Returns the runs in the window that several passes may have caused. */
    long ambiguous() {
        return ambiguous;
    }
}
