// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.call;

import dev.jtracer.engine.event.LongIntTable;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.pairing.Span;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Calls in primitive columns, 44 bytes each, and more for calls with details. They are added as they end, an inner
 * call before the outer; {@link #link} derives trees from that order.
 */
final class CallColumns {
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

    private final boolean keepDetails;
    private final List<Page> pages = new ArrayList<>();
    private int count;
    private long dropped;

    CallColumns(boolean keepDetails) {
        this.keepDetails = keepDetails;
    }

    void add(Span span) {
        if (span.depth() >= MOST_LEVELS) {
            dropped++;
            return;
        }
        int slot = count & PAGE_MASK;
        if (slot == 0) {
            pages.add(new Page());
        }
        Page page = page(count);
        page.tracksOrParents[slot] = span.track();
        page.nameIndexes[slot] = span.nameIndex();
        page.categoryIndexes[slot] = span.categoryIndex();
        page.startNanos[slot] = span.startNanos();
        page.endNanos[slot] = span.endNanos();
        page.depthFlags[slot] = (span.depth() << DEPTH_SHIFT) | (span.flags() & FLAG_MASK);
        page.beginIndexes[slot] = eventIndex(span.beginIndex());
        if (keepDetails) {
            page.begins = set(page.begins, slot, span.begin());
            page.ends = set(page.ends, slot, span.end());
        }
        count++;
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
     * @param tracks number of tracks
     * @return for each track its first root and number of calls; null for a track without calls
     */
    @Nullable
    Summary[] link(int tracks) {
        /* Backwards, a call precedes its inner calls, and these are in reverse order. So the previous call one level
         * up is the parent, and the previous first child is the next sibling. */
        @Nullable Summary[] summaries = new Summary[tracks];
        for (int call = count - 1; call >= 0; call--) {
            Page page = page(call);
            int slot = slot(call);
            int track = page.tracksOrParents[slot];
            Summary summary = summaries[track];
            if (summary == null) {
                summary = new Summary();
                summaries[track] = summary;
            }
            int depth = page.depth(slot);
            summary.add(depth, call);
            if (depth == 0) {
                page.tracksOrParents[slot] = NONE;
                page.nextSiblings[slot] = summary.firstRoot + 1;
                summary.firstRoot = call;
            } else {
                int parent = summary.lastAtDepth[depth - 1];
                page.tracksOrParents[slot] = parent;
                int[] firstChildren = page(parent).firstChildren;
                page.nextSiblings[slot] = firstChildren[slot(parent)];
                firstChildren[slot(parent)] = call + 1;
            }
        }
        return summaries;
    }

    int count() {
        return count;
    }

    /** Returns the number of calls that were too deep to be retained. */
    long dropped() {
        return dropped;
    }

    /** Returns the page that has a call, at its {@link #slot}. */
    Page page(int call) {
        return pages.get(call >> PAGE_BITS);
    }

    static int slot(int call) {
        return call & PAGE_MASK;
    }

    /** The results of {@link #link} for one track. */
    static final class Summary {
        int firstRoot = NONE;
        int calls;
        private int[] lastAtDepth = new int[2];

        private void add(int depth, int call) {
            if (depth >= lastAtDepth.length) {
                lastAtDepth = Arrays.copyOf(lastAtDepth, depth * 2);
            }
            lastAtDepth[depth] = call;
            calls++;
        }
    }

    /** Some thousand calls, a column for each number. */
    static final class Page {
        /** The track until the calls are linked; then the parent, {@link #NONE} for a root. */
        final int[] tracksOrParents = new int[PAGE_SIZE];

        final int[] nameIndexes = new int[PAGE_SIZE];
        final int[] categoryIndexes = new int[PAGE_SIZE];
        private final int[] depthFlags = new int[PAGE_SIZE];
        private final int[] beginIndexes = new int[PAGE_SIZE];
        // Links are stored plus one, so that 0 on a new page means no link.
        private final int[] firstChildren = new int[PAGE_SIZE];
        private final int[] nextSiblings = new int[PAGE_SIZE];
        final long[] startNanos = new long[PAGE_SIZE];
        final long[] endNanos = new long[PAGE_SIZE];
        // Allocated only on pages with a call that has it.
        private @Nullable TraceEvent @Nullable [] begins;

        private @Nullable TraceEvent @Nullable [] ends;

        int firstChild(int slot) {
            return firstChildren[slot] - 1;
        }

        int nextSibling(int slot) {
            return nextSiblings[slot] - 1;
        }

        int depth(int slot) {
            return depthFlags[slot] >>> DEPTH_SHIFT;
        }

        int flags(int slot) {
            return depthFlags[slot] & FLAG_MASK;
        }

        long beginIndex(int slot) {
            return eventIndex(beginIndexes[slot]);
        }

        private static long eventIndex(int stored) {
            return stored == -1 ? Span.NO_EVENT : stored & UNSIGNED;
        }

        @Nullable
        TraceEvent begin(int slot) {
            return begins == null ? null : begins[slot];
        }

        @Nullable
        TraceEvent end(int slot) {
            return ends == null ? null : ends[slot];
        }
    }
}
