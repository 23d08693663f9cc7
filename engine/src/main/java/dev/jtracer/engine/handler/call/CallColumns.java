// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.call;

import dev.jtracer.engine.event.LongIntTable;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TrackTable;
import dev.jtracer.engine.pairing.Span;
import dev.jtracer.engine.pairing.SpanBatch;
import dev.jtracer.engine.pairing.SpanSink;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Calls in primitive columns, 48 bytes each, and more for calls with rare data. They are added as they end, an inner call
 * before the outer; {@link #link} derives trees from that order.
 */
final class CallColumns implements SpanSink {
    /** No call. */
    static final int NONE = LongIntTable.ABSENT;

    /* Pages instead of arrays that double, which would take three times the memory while they are copied. */
    private static final int PAGE_BITS = 13;
    private static final int PAGE_SIZE = 1 << PAGE_BITS;
    private static final int PAGE_MASK = PAGE_SIZE - 1;
    /* depth 22 bits | SpanFlags 10 bits */
    private static final int FLAG_BITS = 10;
    private static final int FLAG_MASK = (1 << FLAG_BITS) - 1;
    private static final int DEPTH_SHIFT = FLAG_BITS;
    private static final int MOST_LEVELS = 1 << (Integer.SIZE - DEPTH_SHIFT);
    private static final long UNSIGNED = 0xFFFF_FFFFL;

    private final TrackTable tracks;
    private final boolean keepDetails;
    private final List<Page> pages = new ArrayList<>();
    private int count;
    private long leftOut;

    CallColumns(TrackTable tracks, boolean keepDetails) {
        this.tracks = tracks;
        this.keepDetails = keepDetails;
    }

    @Override
    public void span(Span span) {
        if (span.depth() >= MOST_LEVELS) {
            leftOut++;
            return;
        }
        int slot = count & PAGE_MASK;
        Page page = pageToFill(slot);
        page.parentsOrTracks[slot] = span.track();
        page.nameIndexes[slot] = span.nameIndex();
        page.categoryIndexes[slot] = span.categoryIndex();
        page.startNanos[slot] = span.startNanos();
        page.endNanos[slot] = span.endNanos();
        page.depthFlags[slot] = (span.depth() << DEPTH_SHIFT) | (span.flags() & FLAG_MASK);
        page.beginIndexes[slot] = eventIndex(span.beginIndex());
        page.endIndexes[slot] = eventIndex(span.endIndex());
        addRare(page, slot, span);
        count++;
    }

    @Override
    public void spans(SpanBatch batch) {
        int track = batch.track();
        int category = batch.categoryIndex();
        boolean ofTheTrack = batch.tid() == tracks.get(track).tid();
        for (int i = 0; i < batch.size(); i++) {
            int depth = batch.depth(i);
            if (!ofTheTrack || depth >= MOST_LEVELS || batch.unfinished(i)) {
                span(batch.span(i)); // has rare data, or none of its end
                continue;
            }
            int slot = count & PAGE_MASK;
            Page page = pageToFill(slot);
            page.parentsOrTracks[slot] = track;
            page.nameIndexes[slot] = batch.nameIndex(i);
            page.categoryIndexes[slot] = category;
            page.startNanos[slot] = batch.startNanos(i);
            page.endNanos[slot] = batch.endNanos(i);
            page.depthFlags[slot] = (depth << DEPTH_SHIFT) | (batch.flags(i) & FLAG_MASK);
            page.beginIndexes[slot] = eventIndex(batch.beginIndex(i));
            page.endIndexes[slot] = eventIndex(batch.endIndex(i));
            count++;
        }
    }

    private Page pageToFill(int slot) {
        if (slot == 0) {
            pages.add(new Page());
        }
        return pages.get(count >> PAGE_BITS);
    }

    private void addRare(Page page, int slot, Span span) {
        if (span.threadDurNanos() != TraceEvent.NO_TIME) {
            page.threadDurNanos = set(page.threadDurNanos, slot, span.threadDurNanos(), TraceEvent.NO_TIME);
        }
        if (span.beginTid() != Span.NO_THREAD || span.endTid() != Span.NO_THREAD) {
            long tid = tracks.get(span.track()).tid();
            if (span.beginTid() != tid || span.endTid() != tid) {
                page.beginTids = set(page.beginTids, slot, span.beginTid(), Span.NO_THREAD);
                page.endTids = set(page.endTids, slot, span.endTid(), Span.NO_THREAD);
            }
        }
        if (keepDetails) {
            page.begins = set(page.begins, slot, span.begin());
            page.ends = set(page.ends, slot, span.end());
        }
    }

    private static long[] set(long @Nullable [] column, int slot, long value, long absent) {
        long[] values = column;
        if (values == null) {
            values = new long[PAGE_SIZE];
            Arrays.fill(values, absent);
        }
        values[slot] = value;
        return values;
    }

    private static @Nullable TraceEvent @Nullable [] set(
            @Nullable TraceEvent @Nullable [] column, int slot, @Nullable TraceEvent event) {
        if (event == null) {
            return column;
        }
        @Nullable TraceEvent[] events = column == null ? new TraceEvent[PAGE_SIZE] : column;
        events[slot] = event;
        return events;
    }

    /** Returns an event's index in 32 unsigned bits; -1 (no event) for those beyond four billion. */
    private static int eventIndex(long index) {
        return index >= 0 && index < UNSIGNED ? (int) index : -1;
    }

    /**
     * Links each call to its parent, its first child and its next sibling.
     *
     * @return for each track its first root, number of calls and depth; null for a track without calls
     */
    @Nullable
    Summary[] link() {
        /* Backwards, a call precedes its inner calls, and these are in reverse order. So the previous call one level up is
         * the parent, and the previous first child is the next sibling. */
        @Nullable Summary[] summaries = new Summary[tracks.size()];
        for (int call = count - 1; call >= 0; call--) {
            Page page = page(call);
            int slot = call & PAGE_MASK;
            int track = page.parentsOrTracks[slot];
            Summary summary = summaries[track];
            if (summary == null) {
                summary = new Summary();
                summaries[track] = summary;
            }
            int depth = depth(call);
            summary.add(depth, call);
            if (depth == 0) {
                page.nextSiblings[slot] = summary.firstRoot + 1;
                summary.firstRoot = call;
            } else {
                int parent = summary.lastAtDepth[depth - 1];
                page.parentsOrTracks[slot] = parent;
                page.nextSiblings[slot] = firstChild(parent) + 1;
                page(parent).firstChildren[parent & PAGE_MASK] = call + 1;
            }
        }
        return summaries;
    }

    /** Returns the number of calls. */
    int count() {
        return count;
    }

    /** Returns the number of calls that were too deep to be kept. */
    long leftOut() {
        return leftOut;
    }

    // Links are stored plus one, so that 0 on a new page means no link.
    int firstChild(int call) {
        return page(call).firstChildren[call & PAGE_MASK] - 1;
    }

    int nextSibling(int call) {
        return page(call).nextSiblings[call & PAGE_MASK] - 1;
    }

    int parent(int call) {
        return depth(call) == 0 ? NONE : page(call).parentsOrTracks[call & PAGE_MASK];
    }

    int track(int call) {
        int root = call;
        while (depth(root) > 0) {
            root = parent(root);
        }
        return page(root).parentsOrTracks[root & PAGE_MASK];
    }

    int nameIndex(int call) {
        return page(call).nameIndexes[call & PAGE_MASK];
    }

    int categoryIndex(int call) {
        return page(call).categoryIndexes[call & PAGE_MASK];
    }

    long startNanos(int call) {
        return page(call).startNanos[call & PAGE_MASK];
    }

    long endNanos(int call) {
        return page(call).endNanos[call & PAGE_MASK];
    }

    int depth(int call) {
        return page(call).depthFlags[call & PAGE_MASK] >>> DEPTH_SHIFT;
    }

    int flags(int call) {
        return page(call).depthFlags[call & PAGE_MASK] & FLAG_MASK;
    }

    long beginIndex(int call) {
        return eventIndex(page(call).beginIndexes[call & PAGE_MASK]);
    }

    long endIndex(int call) {
        return eventIndex(page(call).endIndexes[call & PAGE_MASK]);
    }

    /** Returns the first call of each event that began or ended one, by the index of the event. */
    LongIntTable byEvent() {
        long ends = 0;
        for (int call = 0; call < count; call++) {
            ends += beginIndex(call) == endIndex(call) ? 1 : 2;
        }
        LongIntTable byEvent = new LongIntTable(ends);
        for (int call = 0; call < count; call++) {
            putFirst(byEvent, beginIndex(call), call);
            putFirst(byEvent, endIndex(call), call);
        }
        return byEvent;
    }

    private static void putFirst(LongIntTable byEvent, long eventIndex, int call) {
        if (eventIndex != Span.NO_EVENT && byEvent.get(eventIndex) == LongIntTable.ABSENT) {
            byEvent.put(eventIndex, call);
        }
    }

    private static long eventIndex(int stored) {
        return stored == -1 ? Span.NO_EVENT : stored & UNSIGNED;
    }

    long threadDurNanos(int call) {
        long[] values = page(call).threadDurNanos;
        return values == null ? TraceEvent.NO_TIME : values[call & PAGE_MASK];
    }

    long beginTid(int call) {
        long[] values = page(call).beginTids;
        return values == null ? Span.NO_THREAD : values[call & PAGE_MASK];
    }

    long endTid(int call) {
        long[] values = page(call).endTids;
        return values == null ? Span.NO_THREAD : values[call & PAGE_MASK];
    }

    @Nullable
    TraceEvent begin(int call) {
        @Nullable TraceEvent[] events = page(call).begins;
        return events == null ? null : events[call & PAGE_MASK];
    }

    @Nullable
    TraceEvent end(int call) {
        @Nullable TraceEvent[] events = page(call).ends;
        return events == null ? null : events[call & PAGE_MASK];
    }

    private Page page(int call) {
        return pages.get(call >> PAGE_BITS);
    }

    /** The results of {@link #link} for one track. */
    static final class Summary {
        int firstRoot = NONE;
        int calls;
        int maxDepth;
        private int[] lastAtDepth = new int[2];

        private void add(int depth, int call) {
            if (depth >= lastAtDepth.length) {
                lastAtDepth = Arrays.copyOf(lastAtDepth, depth * 2);
            }
            lastAtDepth[depth] = call;
            calls++;
            maxDepth = Math.max(maxDepth, depth + 1);
        }
    }

    private static final class Page {
        /** The track until the calls are linked; then the parent, or the track of a root. */
        final int[] parentsOrTracks = new int[PAGE_SIZE];

        final int[] nameIndexes = new int[PAGE_SIZE];
        final int[] categoryIndexes = new int[PAGE_SIZE];
        final int[] depthFlags = new int[PAGE_SIZE];
        final int[] beginIndexes = new int[PAGE_SIZE];
        final int[] endIndexes = new int[PAGE_SIZE];
        final int[] firstChildren = new int[PAGE_SIZE];
        final int[] nextSiblings = new int[PAGE_SIZE];
        final long[] startNanos = new long[PAGE_SIZE];
        final long[] endNanos = new long[PAGE_SIZE];
        // Allocated only on pages with a call that has it.
        long @Nullable [] threadDurNanos;
        long @Nullable [] beginTids;
        long @Nullable [] endTids;

        @Nullable
        TraceEvent @Nullable [] begins;

        @Nullable
        TraceEvent @Nullable [] ends;
    }
}
