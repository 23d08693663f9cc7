// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.cut;

import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.TraceEvent;
import java.util.HashMap;
import java.util.Map;

/** Count of the arrows of callbacks, from passing to run, that have only one end in a window. */
final class CutArrows {
    /** The window of what is in none. */
    static final int OUTSIDE = -1;
    /* An entry takes some 100 bytes. With more callbacks the count is a lower bound. */
    private static final int MOST_CALLBACKS = 1 << 18;
    private static final int STARTS = SpanFlags.PASSING | SpanFlags.FLOW_OUT;
    private static final int ENDS = SpanFlags.CALLBACK | SpanFlags.FLOW_IN;

    private final Map<Long, Integer> windowOfPassing = new HashMap<>();
    /* Sources deliver threads one after the other, for some time each, so a run may come before its passing. */
    private final Map<Run, Long> runsWithoutPassing = new HashMap<>();
    private boolean complete = true;
    private long cut;

    private record Run(long number, int window) {}

    /** Takes note of a begin in a window, or of one outside of all. */
    void take(TraceEvent event, int window) {
        int flags = event.flags();
        if ((flags & (STARTS | ENDS)) == 0) {
            return;
        }
        long number = event.bindId();
        if (number == 0) {
            return;
        }
        if ((flags & STARTS) != 0) {
            passing(number, window);
        } else {
            run(number, window);
        }
    }

    private void passing(long number, int window) {
        if (hasRoom()) {
            windowOfPassing.putIfAbsent(number, window);
        }
    }

    private void run(long number, int window) {
        Integer passing = windowOfPassing.get(number);
        if (passing != null) {
            cut += isCut(passing, window) ? 1 : 0;
        } else if (hasRoom()) {
            runsWithoutPassing.merge(new Run(number, window), 1L, Long::sum);
        }
    }

    private static boolean isCut(int passingWindow, int runWindow) {
        return passingWindow != runWindow;
    }

    private boolean hasRoom() {
        boolean room = windowOfPassing.size() + runsWithoutPassing.size() < MOST_CALLBACKS;
        complete &= room;
        return room;
    }

    /** Counts the runs that came before their passing, when all events have been read. */
    void finish() {
        runsWithoutPassing.forEach((run, count) -> {
            Integer passing = windowOfPassing.get(run.number);
            cut += passing != null && isCut(passing, run.window) ? count : 0;
        });
        runsWithoutPassing.clear();
    }

    /** Returns how many arrows have one end in a window and the other one outside of it. */
    long count() {
        return cut;
    }

    /** Returns whether all arrows are counted. */
    boolean isComplete() {
        return complete;
    }
}
