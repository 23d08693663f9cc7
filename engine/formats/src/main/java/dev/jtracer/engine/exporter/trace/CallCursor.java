// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.trace;

import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.exporter.ExportLoss;
import dev.jtracer.engine.handler.call.CallTrees;
import java.util.Arrays;

/**
 * A cursor over the calls of one thread: the begin of a call, the calls inside it, its end. Skips and counts calls
 * that are too deep or too short, with the calls inside them. Not recursive: a trace may nest a million levels.
 */
public final class CallCursor {
    public enum Step {
        BEGIN,
        END,
        DONE
    }

    /** Treatments of calls that end after the call around them. */
    public enum Times {
        AS_THEY_ARE,
        /** Cut so that begins and ends alone define the tree, and never go back in time. */
        NESTED
    }

    private static final int NOTHING_HIDDEN = 0;

    private final CallTrees trees;
    private final int maxDepth;
    private final long minNanos;
    private final Times times;
    private final ExportCounts counts;

    private int[] open = new int[8];
    private long[] ends = new long[8];
    private int depth;
    private int level;
    private int upcoming;
    private int call = CallTrees.NONE;
    private long startNanos;
    private long endNanos;
    private long nowNanos = Long.MIN_VALUE;
    /** Depth from which calls are hidden. */
    private int hiddenFrom = NOTHING_HIDDEN;

    private ExportLoss hiddenBecause = ExportLoss.TOO_DEEP;

    /**
     * @param maxDepth limit of calls open at once
     * @param minNanos minimum duration of visited calls
     */
    CallCursor(CallTrees trees, int firstRoot, int maxDepth, long minNanos, Times times, ExportCounts counts) {
        this.trees = trees;
        this.upcoming = firstRoot;
        this.maxDepth = maxDepth;
        this.minNanos = minNanos;
        this.times = times;
        this.counts = counts;
    }

    public Step next() {
        while (true) {
            if (upcoming != CallTrees.NONE) {
                if (enter(upcoming)) {
                    return Step.BEGIN;
                }
            } else if (depth == 0) {
                return Step.DONE;
            } else if (leave()) {
                return Step.END;
            }
        }
    }

    /** Moves to the next begin of a call. Returns false after the last. */
    public boolean nextBegin() {
        Step step = next();
        while (step == Step.END) {
            step = next();
        }
        return step == Step.BEGIN;
    }

    private boolean enter(int entered) {
        long start = trees.startNanos(entered);
        long end = trees.endNanos(entered);
        if (hiddenFrom == NOTHING_HIDDEN && (depth >= maxDepth || isTooShort(entered, end - start))) {
            hiddenFrom = depth + 1;
            hiddenBecause = depth >= maxDepth ? ExportLoss.TOO_DEEP : ExportLoss.TOO_SHORT;
        }
        boolean shown = hiddenFrom == NOTHING_HIDDEN;
        call = entered;
        startNanos = start;
        endNanos = end;
        if (!shown) {
            counts.lose(hiddenBecause);
        } else if (times == Times.NESTED) {
            nest();
        }
        level = depth;
        push(entered);
        upcoming = trees.firstChild(entered);
        return shown;
    }

    // The tracer's own writer keeps these too, because without its two ends a pass would appear to have no run.
    private boolean isTooShort(int entered, long durationNanos) {
        return durationNanos < minNanos && (trees.flags(entered) & SpanFlags.OF_CALLBACK) == 0;
    }

    private void nest() {
        long latest = depth == 0 ? Long.MAX_VALUE : ends[depth - 1];
        long start = Math.min(Math.max(startNanos, nowNanos), latest);
        long end = Math.min(Math.max(endNanos, start), latest);
        if (start != startNanos || end != endNanos) {
            counts.lose(ExportLoss.CUT);
            startNanos = start;
            endNanos = end;
        }
        nowNanos = start;
    }

    private void push(int entered) {
        if (depth == open.length) {
            open = Arrays.copyOf(open, depth * 2);
            ends = Arrays.copyOf(ends, depth * 2);
        }
        open[depth] = entered;
        ends[depth] = endNanos;
        depth++;
    }

    private boolean leave() {
        boolean shown = hiddenFrom == NOTHING_HIDDEN;
        if (hiddenFrom == depth) {
            hiddenFrom = NOTHING_HIDDEN;
        }
        depth--;
        level = depth;
        call = open[depth];
        upcoming = trees.nextSibling(call);
        if (shown) {
            endNanos = ends[depth];
            nowNanos = endNanos;
        }
        return shown;
    }

    /** Returns the call that begins or ends. */
    public int call() {
        return call;
    }

    /** Returns the level of the call that begins or ends, 0 for the outermost. */
    public int level() {
        return level;
    }

    /** Returns the start of the call; valid at its begin. */
    public long startNanos() {
        return startNanos;
    }

    /** Returns the end of the call; valid at its begin and its end. */
    public long endNanos() {
        return endNanos;
    }
}
