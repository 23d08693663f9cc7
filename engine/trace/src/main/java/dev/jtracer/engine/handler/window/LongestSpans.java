// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.window;

import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TrackTable;
import dev.jtracer.engine.handler.Longest;
import dev.jtracer.engine.pairing.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The longest calls and runs of callbacks of a window, and the number of the others. */
final class LongestSpans {
    private static final Comparator<WindowCalls.Call> IN_ORDER = Comparator.comparingInt(WindowCalls.Call::track)
            .thenComparingLong(WindowCalls.Call::startNanos)
            .thenComparingInt(WindowCalls.Call::depth);

    private final Longest<RetainedSpan> spans;
    private long dropped;
    private long droppedNanos;

    /** Creates an empty collection of at most {@code most} spans, at least one. */
    LongestSpans(int most) {
        spans = new Longest<>(most);
    }

    /** Returns whether a span of this length may be retained; counts one that is too short. */
    boolean takes(long nanos) {
        if (nanos < spans.leastNanos()) {
            drop(nanos);
            return false;
        }
        return true;
    }

    /** Adds a span if it is long enough, with its pass if that is known by now. */
    void add(Span span, RecentPasses passes, TrackTable tracks) {
        long nanos = span.endNanos() - span.startNanos();
        if (!spans.takes(nanos, span.startNanos(), span.track())) {
            drop(nanos);
            return;
        }
        RetainedSpan retained = new RetainedSpan(span);
        passes.find(retained, tracks);
        RetainedSpan evicted = spans.add(nanos, span.startNanos(), span.track(), retained);
        if (evicted != null) {
            drop(evicted.nanos());
        }
    }

    private void drop(long nanos) {
        dropped++;
        droppedNanos = Math.max(droppedNanos, nanos);
    }

    /** Returns the retained spans, the longest first, with their passes as far as they are known. */
    List<RetainedSpan> sorted(RecentPasses passes, TrackTable tracks) {
        List<RetainedSpan> sorted = spans.sorted();
        // The parts of a recording overlap: a run may have been read before its pass.
        sorted.forEach(span -> passes.find(span, tracks));
        return sorted;
    }

    /** Returns the number of spans that are not retained. */
    long dropped() {
        return dropped;
    }

    /** Returns the length of the longest of those that are not retained; 0 if there is none. */
    long droppedNanos() {
        return droppedNanos;
    }

    /**
     * Returns spans as the calls of a window.
     *
     * @param spans those retained, in any order
     * @param isEachPassKnown whether a run has an arrow unless its pass is not in the trace
     */
    static WindowCalls calls(
            TimeWindow window,
            List<RetainedSpan> spans,
            StringTable names,
            boolean isEachPassKnown,
            long dropped,
            long droppedNanos) {
        List<WindowCalls.Call> calls = new ArrayList<>(spans.size());
        List<WindowCalls.Arrow> arrows = new ArrayList<>();
        long runsWithoutPass = 0;
        for (RetainedSpan span : spans) {
            calls.add(span.call(names));
            RetainedSpan.Pass pass = span.pass;
            if (pass != null && window.contains(pass.nanos())) {
                arrows.add(span.arrow(pass));
            } else if (pass == null && span.isRun() && !isEachPassKnown) {
                runsWithoutPass++;
            }
        }
        calls.sort(IN_ORDER);
        arrows.sort(Comparator.comparingLong(WindowCalls.Arrow::toNanos));
        return new WindowCalls(window, calls, arrows, dropped, droppedNanos, runsWithoutPass);
    }
}
