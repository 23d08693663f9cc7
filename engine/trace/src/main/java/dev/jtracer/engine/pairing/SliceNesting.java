// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

import dev.jtracer.engine.event.SpanFlags;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Nests slices in one pass, in the order of their begins. */
final class SliceNesting {
    private final SliceColumns slices;
    private final ReportedTimes reported;
    private final SpanSink sink;
    private final PairingProblems problems;
    private final Span span;
    private boolean keepsReported;

    private final OpenSpans open = new OpenSpans();
    private int[] levels = new int[16];
    /* The earliest end among the slice and the slices around it, because a slice contains nothing after its parent
     * has ended. So siblings never overlap, and their times never sum to more than that of their parent. */
    private long[] ends = new long[16];
    /** Summaries of the tracks that were nested in a portion. */
    private final List<Stretch> stretches = new ArrayList<>();

    private @Nullable Stretch stretch;

    /** Creates a nesting that reports to {@code sink} by the view {@code span}. */
    SliceNesting(SliceColumns slices, ReportedTimes reported, SpanSink sink, PairingProblems problems, Span span) {
        this.slices = slices;
        this.reported = reported;
        this.sink = sink;
        this.problems = problems;
        this.span = span;
    }

    /** Keeps the times of slices reported from now on, because later portions need them. */
    void keepReported() {
        keepsReported = true;
    }

    /** The range from the first begin to the last end of a track's reported slices, and the time that they cover. */
    private static final class Stretch {
        final int track;
        long start = Long.MAX_VALUE;
        long end = Long.MIN_VALUE;
        long covered;

        Stretch(int track) {
            this.track = track;
        }

        void add(long start, long end, long covered) {
            this.start = Math.min(this.start, start);
            this.end = Math.max(this.end, end);
            this.covered += covered;
        }
    }

    /**
     * Reports slices.
     *
     * @param order all slices, by track and begin
     * @param retained receives the slices that are open at the last begin of their track, which are not reported;
     *     null to report all
     */
    void nest(int[] order, @Nullable BitSet retained) {
        int track = -1;
        for (int i : order) {
            if (slices.track(i) != track) {
                leaveTrack(retained);
                track = slices.track(i);
                stretch = retained == null ? null : new Stretch(track);
            }
            if (slices.isStretch(i)) {
                chargeStretch(i);
            } else {
                while (open.depth() > 0 && !holds(open.depth() - 1, i)) {
                    close();
                }
                push(i);
            }
        }
        leaveTrack(retained);
    }

    /** Returns whether a slice that follows in nesting order begins inside the slice of a level. */
    private boolean holds(int level, int i) {
        int outer = levels[level];
        if (slices.start(i) != ends[level]) {
            return slices.start(i) < ends[level];
        }
        // A slice without length at the very end is inside, as in catapult, unless it follows the end in the trace.
        return slices.end(i) == slices.start(i) && !slices.endedBefore(outer, i);
    }

    private void push(int i) {
        int depth = open.depth();
        if (depth == levels.length) {
            levels = Arrays.copyOf(levels, depth * 2);
            ends = Arrays.copyOf(ends, depth * 2);
        }
        levels[depth] = i;
        ends[depth] = depth == 0 ? slices.end(i) : Math.min(slices.end(i), ends[depth - 1]);
        open.push(slices.nameIndex(i), slices.start(i), SpanFlags.NONE);
        open.charge(slices.childNanos(i));
    }

    private void close() {
        int level = open.depth() - 1;
        int i = levels[level];
        if (slices.end(i) > ends[level]) {
            problems.count(PairingProblem.OVERLAP);
        }
        if (level == 0 && stretch != null) {
            stretch.add(slices.start(i), ends[level], ends[level] - slices.start(i));
        }
        if (keepsReported) {
            reported.add(slices.track(i), slices.start(i), slices.end(i), stretch != null);
        }
        slices.fill(span, i, level);
        // A span of B and E may be inside one that is still open, and not among the slices.
        span.flags |= open.isNested() ? SpanFlags.NESTED : 0;
        span.selfNanos = open.close(ends[level]);
        sink.span(span);
    }

    private void chargeStretch(int i) {
        long start = slices.start(i);
        while (open.depth() > 0 && ends[open.depth() - 1] <= start) {
            close();
        }
        if (open.depth() > 0) {
            long within = ends[open.depth() - 1] - start;
            open.charge(Math.min(within, slices.childNanos(i)));
        } else if (stretch != null) {
            stretch.add(start, slices.end(i), slices.childNanos(i));
        }
    }

    private void leaveTrack(@Nullable BitSet retained) {
        if (retained != null) {
            while (open.depth() > 0) {
                int i = levels[open.depth() - 1];
                retained.set(i);
                slices.setChildNanos(i, open.drop());
            }
        }
        while (open.depth() > 0) {
            close();
        }
        if (stretch != null && stretch.covered > 0) {
            stretches.add(stretch);
        }
        stretch = null;
    }

    /** Adds the summaries of the tracks to the slices, unless there are more than {@code most}. */
    void addStretches(int most) {
        boolean tooMany = stretches.size() > most;
        for (Stretch rest : stretches) {
            if (tooMany) {
                reported.stopCharging(rest.track);
            } else {
                slices.addStretch(rest.track, rest.start, rest.end, rest.covered);
            }
        }
        stretches.clear();
    }
}
