// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.window;

import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TrackTable;
import dev.jtracer.engine.pairing.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The spans of one window while the trace is read. */
final class WindowRows {
    /** A passing's number, which is unique within its process. */
    private record PassingKey(long pid, long number) {}

    private static final Comparator<WindowCalls.Call> IN_ORDER = Comparator.comparingInt(WindowCalls.Call::track)
            .thenComparingLong(WindowCalls.Call::startNanos)
            .thenComparingInt(WindowCalls.Call::depth);

    private final TimeWindow window;
    private final SpanRows calls;
    private final SpanRows passings;

    WindowRows(TimeWindow window, int mostCalls) {
        this.window = window;
        this.calls = new SpanRows(mostCalls);
        this.passings = new SpanRows(mostCalls);
    }

    /** Returns whether a call is in the window and long enough to be kept; counts one that is too short. */
    boolean takesCall(long startNanos, long endNanos) {
        return window.overlaps(startNanos, endNanos) && calls.takes(endNanos - startNanos);
    }

    void add(Span span) {
        if (!window.overlaps(span.startNanos(), span.endNanos())) {
            return;
        }
        if ((span.flags() & SpanFlags.PASSING) != 0) {
            passings.add(span);
        } else {
            calls.add(span);
        }
    }

    WindowCalls result(StringTable names, TrackTable tracks) {
        calls.keepLongest();
        passings.keepLongest();
        return new WindowCalls(
                window, calls(calls, names), arrows(tracks), calls.leftOut(), calls.leftOutNanos(), passings.leftOut());
    }

    /** Returns the calls of a collection in order. */
    static List<WindowCalls.Call> calls(SpanRows rows, StringTable names) {
        List<WindowCalls.Call> calls = new ArrayList<>(rows.size());
        for (int i = 0; i < rows.size(); i++) {
            calls.add(new WindowCalls.Call(
                    rows.track(i),
                    rows.depth(i),
                    names.get(rows.nameIndex(i)),
                    rows.startNanos(i),
                    rows.endNanos(i),
                    rows.flags(i)));
        }
        calls.sort(IN_ORDER);
        return calls;
    }

    private List<WindowCalls.Arrow> arrows(TrackTable tracks) {
        Map<PassingKey, Integer> byNumber = new HashMap<>();
        for (int i = 0; i < passings.size(); i++) {
            byNumber.putIfAbsent(key(passings, i, tracks), i);
        }
        List<WindowCalls.Arrow> arrows = new ArrayList<>();
        for (int run = 0; run < calls.size(); run++) {
            Integer passing = calls.isRun(run) ? byNumber.get(key(calls, run, tracks)) : null;
            if (passing != null) {
                arrows.add(arrow(
                        calls, run, passings.track(passing), passings.depth(passing), passings.startNanos(passing)));
            }
        }
        arrows.sort(Comparator.comparingLong(WindowCalls.Arrow::toNanos));
        return arrows;
    }

    /**
     * Returns the arrow to a run.
     *
     * @param track track of its passing
     * @param depth level of its passing
     * @param nanos time of its passing
     */
    static WindowCalls.Arrow arrow(SpanRows runs, int run, int track, int depth, long nanos) {
        return new WindowCalls.Arrow(
                track,
                Math.max(0, depth - 1),
                nanos,
                runs.track(run),
                runs.depth(run),
                runs.startNanos(run),
                (runs.flags(run) & SpanFlags.AMBIGUOUS) != 0);
    }

    private static PassingKey key(SpanRows rows, int i, TrackTable tracks) {
        return new PassingKey(tracks.get(rows.track(i)).pid(), rows.bindId(i));
    }
}
