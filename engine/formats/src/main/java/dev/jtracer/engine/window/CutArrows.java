// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.window;

import dev.jtracer.engine.event.LongIntTable;
import dev.jtracer.engine.event.PassNumber;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.TraceEvent;
import java.util.HashMap;
import java.util.Map;

/**
 * Count of the runs in windows without a pass there, and of the passes without a run: if they have arrows, these lead
 * over a border. What is outside of all windows is not needed.
 */
final class CutArrows {
    /** The window of what is in none. */
    static final int OUTSIDE = -1;
    /* With more callbacks than these nothing is counted. A pass takes up to 48 bytes, a run 100. */
    private static final int MOST_PASSES = 1 << 18;
    private static final int MOST_RUNS = 1 << 16;
    private static final int STARTS = SpanFlags.PASS | SpanFlags.FLOW_OUT;
    private static final int ENDS = SpanFlags.CALLBACK | SpanFlags.FLOW_IN;
    /** Added to the window of a pass that has a run there. */
    private static final int HAS_RUN = 1 << 30;

    private final LongIntTable windowOfPass = new LongIntTable();
    /* Sources deliver threads one after the other, for some time each, so a run may come before its pass. */
    private final Map<Run, Long> runsWithoutPass = new HashMap<>();
    private long passesWithoutRun;
    private long runs;
    private boolean complete = true;

    private record Run(long number, int window) {}

    /** Takes note of a begin in a window; ignores one that is in none. */
    void take(TraceEvent event, int window) {
        int flags = event.flags();
        if (window == OUTSIDE || (flags & (STARTS | ENDS)) == 0 || event.bindId() == 0) {
            return;
        }
        long number = PassNumber.key(event.bindId(), flags, event.pid());
        if ((flags & ENDS) != 0) {
            run(new Run(number, window), 1);
        }
        if ((flags & STARTS) != 0 && windowOfPass.get(number) == LongIntTable.ABSENT) {
            complete &= windowOfPass.size() < MOST_PASSES;
            if (complete) {
                windowOfPass.put(number, window);
                passesWithoutRun++;
            }
        }
    }

    private void run(Run run, long count) {
        int pass = windowOfPass.get(run.number);
        if (pass == LongIntTable.ABSENT) {
            complete &= runsWithoutPass.size() < MOST_RUNS;
            if (complete) {
                runsWithoutPass.merge(run, count, Long::sum);
            }
        } else if ((pass & ~HAS_RUN) != run.window) {
            runs += count;
        } else if (pass == run.window) {
            windowOfPass.put(run.number, pass | HAS_RUN);
            passesWithoutRun--;
        }
    }

    /** Counts the runs that came before their pass, when all events have been read. */
    void finish() {
        Map<Run, Long> early = Map.copyOf(runsWithoutPass);
        runsWithoutPass.clear();
        early.forEach(this::run);
        runs += runsWithoutPass.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Returns how many runs in a window have no pass there. */
    long runs() {
        return runs;
    }

    /** Returns how many passes in a window have no run there. */
    long passes() {
        return passesWithoutRun;
    }

    /** Returns whether everything was counted; if not, the counts mean nothing. */
    boolean isComplete() {
        return complete;
    }
}
