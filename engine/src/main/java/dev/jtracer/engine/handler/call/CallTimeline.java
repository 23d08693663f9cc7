// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.call;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The calls of one thread in the order in which they began, for searching by time. Four bytes a call. Immutable. */
public final class CallTimeline {
    private final CallTrees trees;
    private final int[] calls;
    private final boolean nested;

    private CallTimeline(CallTrees trees, int[] calls, boolean nested) {
        this.trees = trees;
        this.calls = calls;
        this.nested = nested;
    }

    /** Returns the timeline of a thread. */
    public static CallTimeline of(CallTrees trees, CallTrees.ThreadCalls thread) {
        Filler filler = new Filler(trees, thread.calls());
        CallTreeWalk.of(trees).showing(call -> !trees.isMark(call)).thread(thread, filler);
        int[] calls = filler.calls;
        return new CallTimeline(trees, filler.inOrder ? calls : sorted(trees, calls), filler.nested);
    }

    private static int[] sorted(CallTrees trees, int[] calls) {
        List<Integer> boxed = new ArrayList<>(calls.length);
        for (int call : calls) {
            boxed.add(call);
        }
        boxed.sort(Comparator.<Integer>comparingLong(trees::startNanos)
                .thenComparing(
                        Comparator.<Integer>comparingLong(trees::durNanos).reversed()));
        return boxed.stream().mapToInt(Integer::intValue).toArray();
    }

    /** Adds calls in the order of the trees, which is that of time unless calls overlap. */
    private static final class Filler implements CallTreeWalk.Visitor {
        final CallTrees trees;
        final int[] calls;
        int count;
        boolean inOrder = true;
        boolean nested = true;
        private long lastStart = Long.MIN_VALUE;
        private int lastRoot = CallTrees.NONE;

        Filler(CallTrees trees, int count) {
            this.trees = trees;
            this.calls = new int[count];
        }

        @Override
        public void enter(int call) {
            long start = trees.startNanos(call);
            inOrder &= start >= lastStart;
            lastStart = start;
            calls[count++] = call;
            int parent = trees.parent(call);
            nested &= parent == CallTrees.NONE || trees.endNanos(call) <= trees.endNanos(parent);
            if (parent == CallTrees.NONE) {
                nested &= lastRoot == CallTrees.NONE || start >= trees.endNanos(lastRoot);
                lastRoot = call;
            }
        }
    }

    /** Returns the number of calls. */
    public int size() {
        return calls.length;
    }

    /** Returns the call at an index of the order, from 0. */
    public int call(int place) {
        return calls[place];
    }

    /** Returns whether the calls nest strictly: of any two, one lies within the other, or they share at most a border. */
    public boolean nests() {
        return nested;
    }

    /** Returns the first call that begins at a time or later, or {@link CallTrees#NONE}. */
    public int firstFrom(long nanos) {
        int place = placeOf(nanos);
        return place == calls.length ? CallTrees.NONE : calls[place];
    }

    /** Returns the last call that begins before a time, or {@link CallTrees#NONE}. */
    public int lastBefore(long nanos) {
        int place = placeOf(nanos);
        return place == 0 ? CallTrees.NONE : calls[place - 1];
    }

    /** Returns the call after a call in this order, or {@link CallTrees#NONE}. */
    public int next(int call) {
        int place = placeOfCall(call) + 1;
        return place == 0 || place >= calls.length ? CallTrees.NONE : calls[place];
    }

    /** Returns the call before a call in this order, or {@link CallTrees#NONE}. */
    public int previous(int call) {
        int place = placeOfCall(call) - 1;
        return place < 0 ? CallTrees.NONE : calls[place];
    }

    /**
     * Returns the innermost call that is open at a time, its begin and its end included, or {@link CallTrees#NONE}. Where
     * one call ends and the next begins, it is the call that ends, as in catapult.
     */
    public int at(long nanos) {
        int begun = lastBefore(nanos);
        int early = enclosing(begun, nanos);
        int place = nanos == Long.MAX_VALUE ? calls.length : placeOf(nanos + 1);
        int late = place == 0 ? CallTrees.NONE : enclosing(calls[place - 1], nanos);
        return early == CallTrees.NONE || late != CallTrees.NONE && isAround(early, late) ? late : early;
    }

    private int enclosing(int call, long nanos) {
        int at = call;
        while (at != CallTrees.NONE && trees.endNanos(at) < nanos) {
            at = trees.parent(at);
        }
        return at;
    }

    private boolean isAround(int outer, int inner) {
        int at = inner;
        while (at != CallTrees.NONE && trees.depth(at) > trees.depth(outer)) {
            at = trees.parent(at);
        }
        return at == outer;
    }

    private int placeOfCall(int call) {
        for (int place = placeOf(trees.startNanos(call)); place < calls.length; place++) {
            if (calls[place] == call) {
                return place;
            }
            if (trees.startNanos(calls[place]) > trees.startNanos(call)) {
                break;
            }
        }
        return -1;
    }

    /** Returns the number of calls that begin before a time. */
    private int placeOf(long nanos) {
        int low = 0;
        int high = calls.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (trees.startNanos(calls[middle]) < nanos) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
