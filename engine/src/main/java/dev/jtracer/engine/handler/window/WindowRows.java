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
        List<WindowCalls.Call> kept = new ArrayList<>(calls.size());
        for (int i = 0; i < calls.size(); i++) {
            kept.add(new WindowCalls.Call(
                    calls.track(i),
                    calls.depth(i),
                    names.get(calls.nameIndex(i)),
                    calls.startNanos(i),
                    calls.endNanos(i),
                    calls.flags(i)));
        }
        kept.sort(IN_ORDER);
        return new WindowCalls(window, kept, arrows(tracks), calls.leftOut(), calls.leftOutNanos(), passings.leftOut());
    }

    private List<WindowCalls.Arrow> arrows(TrackTable tracks) {
        Map<PassingKey, Integer> byNumber = new HashMap<>();
        for (int i = 0; i < passings.size(); i++) {
            byNumber.putIfAbsent(key(passings, i, tracks), i);
        }
        List<WindowCalls.Arrow> arrows = new ArrayList<>();
        for (int run = 0; run < calls.size(); run++) {
            boolean ofCallback = (calls.flags(run) & SpanFlags.CALLBACK) != 0 && calls.bindId(run) != 0;
            Integer passing = ofCallback ? byNumber.get(key(calls, run, tracks)) : null;
            if (passing != null) {
                arrows.add(new WindowCalls.Arrow(
                        passings.track(passing),
                        Math.max(0, passings.depth(passing) - 1),
                        passings.startNanos(passing),
                        calls.track(run),
                        calls.depth(run),
                        calls.startNanos(run),
                        (calls.flags(run) & SpanFlags.AMBIGUOUS) != 0));
            }
        }
        arrows.sort(Comparator.comparingLong(WindowCalls.Arrow::toNanos));
        return arrows;
    }

    private static PassingKey key(SpanRows rows, int i, TrackTable tracks) {
        return new PassingKey(tracks.get(rows.track(i)).pid(), rows.bindId(i));
    }
}
