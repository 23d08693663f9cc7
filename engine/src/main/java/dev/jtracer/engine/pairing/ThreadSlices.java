// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.TraceEvent;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the spans of threads, which may come in any order, until it is clear how they nest: at the end of the trace or, when
 * they are very many, in portions. 40 bytes each, and more for what few traces have.
 */
final class ThreadSlices {
    /** So many are kept before a portion of them is nested; with all they need about 64 MB. */
    static final int PORTION = 1 << 20;

    /* Flags of our own, above the SpanFlags. */
    private static final int EXTENDED = 1 << 27;
    private static final int COMPLETE = 1 << 28;
    private static final int MARK = 1 << 29;
    private static final int STRETCH = 1 << 30;
    private static final int OWN_FLAGS = EXTENDED | COMPLETE | MARK | STRETCH;

    private final PairingOptions options;
    private final PairingProblems problems;
    private final int portion;
    private final Span span;
    private final SliceNesting nesting;

    private int[] tracks = new int[16];
    private int[] nameIndexes = new int[16];
    private int[] categoryIndexes = new int[16];
    private int[] flags = new int[16];
    private long[] startNanos = new long[16];
    private long[] endNanos = new long[16];
    private long[] beginIndexes = new long[16];
    private final SparseLongs endIndexes = new SparseLongs(Span.NO_EVENT);
    private final SparseLongs threadNanos = new SparseLongs(TraceEvent.NO_TIME);
    private final SparseLongs threadDurNanos = new SparseLongs(TraceEvent.NO_TIME);
    private final SparseLongs bindIds = new SparseLongs(0);
    private final SparseLongs childNanos = new SparseLongs(0);
    private @Nullable TraceEvent[] begins = {};
    private @Nullable TraceEvent[] ends = {};
    private int count;
    private boolean inPortions;

    /* What was reported of each track before the end of the trace: from its first begin to its last end. */
    private final SparseLongs reportedStart = new SparseLongs(Long.MAX_VALUE);
    private final SparseLongs reportedEnd = new SparseLongs(Long.MIN_VALUE);
    private long[] latestOfTrack = {};
    private long latestNanos = Long.MIN_VALUE;

    ThreadSlices(SpanSink sink, PairingOptions options, PairingProblems problems, Span span) {
        this(sink, options, problems, span, options.keepsSpans() ? Integer.MAX_VALUE : PORTION);
    }

    ThreadSlices(SpanSink sink, PairingOptions options, PairingProblems problems, Span span, int portion) {
        this.options = options;
        this.problems = problems;
        this.portion = portion;
        this.span = span;
        this.nesting = new SliceNesting(this, sink, problems);
    }

    /** Takes note of a time on a track. */
    void see(int track, long nanos) {
        if (track >= latestOfTrack.length) {
            int before = latestOfTrack.length;
            latestOfTrack = Arrays.copyOf(latestOfTrack, Math.max(track + 1, before * 2));
            Arrays.fill(latestOfTrack, before, latestOfTrack.length, Long.MIN_VALUE);
        }
        latestOfTrack[track] = Math.max(latestOfTrack[track], nanos);
        latestNanos = Math.max(latestNanos, nanos);
    }

    long latestNanos(int track) {
        return latestOfTrack[track];
    }

    long latestNanos() {
        return latestNanos;
    }

    void add(Span span) {
        int i = newSlice(span.track, span.startNanos, span.endNanos);
        nameIndexes[i] = span.nameIndex;
        categoryIndexes[i] = span.categoryIndex;
        beginIndexes[i] = span.beginIndex;
        boolean complete = span.endIndex == span.beginIndex;
        endIndexes.set(i, complete ? Span.NO_EVENT : span.endIndex);
        flags[i] = span.flags | (complete ? COMPLETE : 0) | (span.kind == Span.Kind.INSTANT ? MARK : 0);
        threadNanos.set(i, span.threadNanos);
        threadDurNanos.set(i, span.threadDurNanos);
        bindIds.set(i, span.bindId);
        childNanos.set(i, 0);
        if (options.details()) {
            begins = withEvent(begins, i, span.begin);
            ends = withEvent(ends, i, span.end);
        }
        // What covers all that was reported gets the time of it; what lies after it has nothing to do with it.
        if (span.startNanos < reportedEnd.get(span.track) && span.startNanos > reportedStart.get(span.track)) {
            problems.looselyNested++;
        }
        // Last, because the view that was added is the one that is used for reporting.
        if (count >= portion) {
            nestPortion();
        }
    }

    private int newSlice(int track, long start, long end) {
        int i = count;
        if (i == tracks.length) {
            grow();
        }
        tracks[i] = track;
        startNanos[i] = start;
        endNanos[i] = end;
        count = i + 1;
        return i;
    }

    private static @Nullable TraceEvent[] withEvent(
            @Nullable TraceEvent[] events, int index, @Nullable TraceEvent event) {
        @Nullable TraceEvent[] result = events;
        if (index >= events.length) {
            if (event == null) {
                return events;
            }
            result = Arrays.copyOf(events, Math.max(index + 1, events.length * 2));
        }
        result[index] = event;
        return result;
    }

    private void grow() {
        int capacity = count * 2;
        tracks = Arrays.copyOf(tracks, capacity);
        nameIndexes = Arrays.copyOf(nameIndexes, capacity);
        categoryIndexes = Arrays.copyOf(categoryIndexes, capacity);
        flags = Arrays.copyOf(flags, capacity);
        startNanos = Arrays.copyOf(startNanos, capacity);
        endNanos = Arrays.copyOf(endNanos, capacity);
        beginIndexes = Arrays.copyOf(beginIndexes, capacity);
    }

    /** Reports all spans, an inner one before the one around it, and forgets them. */
    void finish() {
        extendUnfinished();
        nesting.nest(inNestingOrder(), null);
        count = 0;
    }

    /* Reports what is over, judging by the latest begin of its track, and keeps what is open there. Of what was reported
     * each track keeps how long it took, so that a span that comes later and lies around it gets its self time right. */
    private void nestPortion() {
        inPortions = true;
        extendUnfinished();
        BitSet kept = new BitSet(count);
        nesting.nest(inNestingOrder(), kept);
        if (kept.cardinality() > portion / 2) {
            // So many tracks that even what is open on them is too much.
            removeAllBut(kept);
            kept.clear();
            nesting.nest(inNestingOrder(), null);
        }
        removeAllBut(kept);
        nesting.addStretches(portion / 4);
    }

    private void removeAllBut(BitSet kept) {
        int to = 0;
        for (int from = kept.nextSetBit(0); from >= 0; from = kept.nextSetBit(from + 1)) {
            move(from, to++);
        }
        count = to;
    }

    private void move(int from, int to) {
        tracks[to] = tracks[from];
        nameIndexes[to] = nameIndexes[from];
        categoryIndexes[to] = categoryIndexes[from];
        flags[to] = flags[from];
        startNanos[to] = startNanos[from];
        endNanos[to] = endNanos[from];
        beginIndexes[to] = beginIndexes[from];
        endIndexes.set(to, endIndexes.get(from));
        threadNanos.set(to, threadNanos.get(from));
        threadDurNanos.set(to, threadDurNanos.get(from));
        bindIds.set(to, bindIds.get(from));
        childNanos.set(to, childNanos.get(from));
        begins = withEvent(begins, to, from < begins.length ? begins[from] : null);
        ends = withEvent(ends, to, from < ends.length ? ends[from] : null);
    }

    /* Catapult's rule for a complete event without a duration: it lasts until the last event of its thread, which may come
     * in a later portion. */
    private void extendUnfinished() {
        int unfinishedComplete = SpanFlags.UNFINISHED | COMPLETE;
        for (int i = 0; i < count; i++) {
            boolean withoutEnd = endNanos[i] == startNanos[i] || (flags[i] & EXTENDED) != 0;
            if ((flags[i] & (unfinishedComplete | MARK | STRETCH)) == unfinishedComplete && withoutEnd) {
                endNanos[i] = latestOfTrack[tracks[i]];
                flags[i] |= EXTENDED;
            }
        }
    }

    private int[] inNestingOrder() {
        return StableSort.sort(count, this::compare);
    }

    /** By track and begin, a longer one first; what begins and ends together in the order of the file, the first around the second. */
    private int compare(int a, int b) {
        if (tracks[a] != tracks[b]) {
            return Integer.compare(tracks[a], tracks[b]);
        }
        if (startNanos[a] != startNanos[b]) {
            return Long.compare(startNanos[a], startNanos[b]);
        }
        if (endNanos[a] != endNanos[b]) {
            return Long.compare(endNanos[b], endNanos[a]);
        }
        return Long.compare(beginIndexes[a], beginIndexes[b]);
    }

    /** Adds a stretch of time of a track of which so much belongs to spans that have been reported. */
    void addStretch(int track, long start, long end, long covered) {
        int i = newSlice(track, start, end);
        flags[i] = STRETCH;
        beginIndexes[i] = Span.NO_EVENT;
        childNanos.set(i, covered);
    }

    /**
     * Takes note that a slice was reported.
     *
     * @param remembered whether its time will be charged to a slice that comes later and lies around it
     */
    void noteReported(int i, boolean remembered) {
        if (inPortions) {
            int track = tracks[i];
            long start = remembered ? startNanos[i] : Long.MIN_VALUE;
            reportedStart.set(track, Math.min(reportedStart.get(track), start));
            reportedEnd.set(track, Math.max(reportedEnd.get(track), endNanos[i]));
        }
    }

    /** Takes note that the time of what was reported of a track will not be charged to anything. */
    void forgetReported(int track) {
        reportedStart.set(track, Long.MIN_VALUE);
    }

    int track(int i) {
        return tracks[i];
    }

    long start(int i) {
        return startNanos[i];
    }

    long end(int i) {
        return endNanos[i];
    }

    boolean isMark(int i) {
        return (flags[i] & MARK) != 0;
    }

    boolean isStretch(int i) {
        return (flags[i] & STRETCH) != 0;
    }

    /** Time of the spans within that have been reported; of a stretch the time of all spans in it. */
    long childNanos(int i) {
        return childNanos.get(i);
    }

    void setChildNanos(int i, long nanos) {
        childNanos.set(i, nanos);
    }

    /** Whether a slice is from a begin and an end, and the other one began after that end. */
    boolean endedBefore(int i, int other) {
        return (flags[i] & (COMPLETE | SpanFlags.UNFINISHED)) == 0 && endIndexes.get(i) < beginIndexes[other];
    }

    /** The view of a slice. */
    Span view(int i, int depth, long selfNanos) {
        Span span = this.span;
        span.kind = isMark(i) ? Span.Kind.INSTANT : Span.Kind.CALL;
        span.track = tracks[i];
        span.nameIndex = nameIndexes[i];
        span.categoryIndex = categoryIndexes[i];
        span.depth = depth;
        span.flags = flags[i] & ~OWN_FLAGS;
        span.startNanos = startNanos[i];
        span.endNanos = endNanos[i];
        span.selfNanos = selfNanos;
        span.threadNanos = threadNanos.get(i);
        span.threadDurNanos = threadDurNanos.get(i);
        span.bindId = bindIds.get(i);
        span.beginIndex = beginIndexes[i];
        span.endIndex = (flags[i] & COMPLETE) != 0 ? beginIndexes[i] : endIndexes.get(i);
        span.beginTid = Span.NO_THREAD;
        span.endTid = Span.NO_THREAD;
        span.begin = i < begins.length ? begins[i] : null;
        span.end = i < ends.length ? ends[i] : null;
        return span;
    }
}
