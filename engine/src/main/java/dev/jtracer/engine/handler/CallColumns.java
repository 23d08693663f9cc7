// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler;

import dev.jtracer.engine.pairing.Span;
import dev.jtracer.engine.pairing.SpanSink;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Calls in primitive columns, 44 bytes each. Added as they end, an inner call before the one around it; {@link #link} makes
 * trees of that order.
 */
final class CallColumns implements SpanSink {
    /* Pages instead of arrays that double: those would take three times the memory while they are copied. */
    private static final int PAGE_BITS = 13;
    private static final int PAGE_MASK = (1 << PAGE_BITS) - 1;
    private static final int FLAG_BITS = 10;
    private static final int FLAG_MASK = (1 << FLAG_BITS) - 1;

    private final List<Page> pages = new ArrayList<>();
    private int count;

    @Override
    public void span(Span span) {
        if ((count & PAGE_MASK) == 0) {
            pages.add(new Page());
        }
        Page page = pages.get(count >> PAGE_BITS);
        int slot = count & PAGE_MASK;
        page.tracks[slot] = span.track();
        page.nameIndexes[slot] = span.nameIndex();
        page.startNanos[slot] = span.startNanos();
        page.endNanos[slot] = span.endNanos();
        page.selfNanos[slot] = span.selfNanos();
        page.depthAndFlags[slot] = (span.depth() << FLAG_BITS) | span.flags();
        count++;
    }

    /**
     * Links each call to its first child and its next sibling.
     *
     * @return for each track its first root, number of calls and depth; null without calls
     */
    @Nullable
    Summary[] link(int tracks) {
        /* Backwards, a call comes before the calls within it, and those from the last to the first. So the call met last
         * one level up is the parent, and whoever was its first child until now is the next sibling. */
        @Nullable Summary[] summaries = new Summary[tracks];
        for (int call = count - 1; call >= 0; call--) {
            int track = page(call).tracks[call & PAGE_MASK];
            Summary summary = summaries[track];
            if (summary == null) {
                summary = new Summary();
                summaries[track] = summary;
            }
            int depth = depth(call);
            summary.calls++;
            summary.meet(depth, call);
            if (depth == 0) {
                setNextSibling(call, summary.firstRoot);
                summary.firstRoot = call;
            } else {
                int parent = summary.metAtDepth[depth - 1];
                setNextSibling(call, firstChild(parent));
                page(parent).firstChildren[parent & PAGE_MASK] = call + 1;
            }
        }
        return summaries;
    }

    private void setNextSibling(int call, int sibling) {
        page(call).nextSiblings[call & PAGE_MASK] = sibling + 1;
    }

    // Links are stored plus one, so that a fresh page has none.
    int firstChild(int call) {
        return page(call).firstChildren[call & PAGE_MASK] - 1;
    }

    int nextSibling(int call) {
        return page(call).nextSiblings[call & PAGE_MASK] - 1;
    }

    int nameIndex(int call) {
        return page(call).nameIndexes[call & PAGE_MASK];
    }

    long startNanos(int call) {
        return page(call).startNanos[call & PAGE_MASK];
    }

    long endNanos(int call) {
        return page(call).endNanos[call & PAGE_MASK];
    }

    long selfNanos(int call) {
        return page(call).selfNanos[call & PAGE_MASK];
    }

    int depth(int call) {
        return page(call).depthAndFlags[call & PAGE_MASK] >>> FLAG_BITS;
    }

    int flags(int call) {
        return page(call).depthAndFlags[call & PAGE_MASK] & FLAG_MASK;
    }

    private Page page(int call) {
        return pages.get(call >> PAGE_BITS);
    }

    /** What {@link #link} finds out about one track. */
    static final class Summary {
        int firstRoot = CallTrees.NONE;
        int calls;
        int maxDepth;
        private int[] metAtDepth = new int[8];

        private void meet(int depth, int call) {
            if (depth >= metAtDepth.length) {
                metAtDepth = Arrays.copyOf(metAtDepth, depth * 2);
            }
            metAtDepth[depth] = call;
            maxDepth = Math.max(maxDepth, depth + 1);
        }
    }

    private static final class Page {
        final int[] tracks = new int[PAGE_MASK + 1];
        final int[] nameIndexes = new int[PAGE_MASK + 1];
        final int[] depthAndFlags = new int[PAGE_MASK + 1];
        final int[] firstChildren = new int[PAGE_MASK + 1];
        final int[] nextSiblings = new int[PAGE_MASK + 1];
        final long[] startNanos = new long[PAGE_MASK + 1];
        final long[] endNanos = new long[PAGE_MASK + 1];
        final long[] selfNanos = new long[PAGE_MASK + 1];
    }
}
