// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.call;

import java.util.function.IntConsumer;
import java.util.function.IntPredicate;

/**
 * A way through call trees: which calls are shown, and in which order. As deep as trees may be, it needs no stack.
 *
 * <pre>{@code
 * CallTreeWalk.of(trees).within(from, to).atLeast(1_000_000).all(visitor);
 * }</pre>
 *
 * Immutable; each method that restricts it returns another one.
 */
public final class CallTreeWalk {
    private final CallTrees trees;
    private final long fromNanos;
    private final long toNanos;
    private final long leastNanos;
    private final boolean async;
    private final IntPredicate shown;
    private final IntPredicate excluded;

    private CallTreeWalk(
            CallTrees trees,
            long fromNanos,
            long toNanos,
            long leastNanos,
            boolean async,
            IntPredicate shown,
            IntPredicate excluded) {
        this.trees = trees;
        this.fromNanos = fromNanos;
        this.toNanos = toNanos;
        this.leastNanos = leastNanos;
        this.async = async;
        this.shown = shown;
        this.excluded = excluded;
    }

    /** What happens on the way. */
    public interface Visitor {
        /** A call begins. */
        void enter(int call);

        /** A call ends, after all calls within it. */
        default void leave(int call) {}

        /** Something without length, on {@link CallTreeWalk#events} only; calls within it, which are as short, follow. */
        default void instant(int call) {}
    }

    /** Returns a walk through all calls of all threads, and of async ids unless only threads are selected. */
    public static CallTreeWalk of(CallTrees trees) {
        return new CallTreeWalk(trees, Long.MIN_VALUE, Long.MAX_VALUE, 0, true, call -> true, call -> false);
    }

    /**
     * Only what lies in a window of time at least in part. A call that only touches the window does not; one without length
     * does if it lies at the window's begin, not at its end.
     */
    public CallTreeWalk within(long fromNanos, long toNanos) {
        return new CallTreeWalk(trees, fromNanos, toNanos, leastNanos, async, shown, excluded);
    }

    /** Only calls that last so long. */
    public CallTreeWalk atLeast(long durNanos) {
        return new CallTreeWalk(trees, fromNanos, toNanos, durNanos, async, shown, excluded);
    }

    /** Without async ids: only what happens on threads. */
    public CallTreeWalk threadsOnly() {
        return new CallTreeWalk(trees, fromNanos, toNanos, leastNanos, false, shown, excluded);
    }

    /** Only these calls; those within the others take their places. */
    public CallTreeWalk showing(IntPredicate calls) {
        return new CallTreeWalk(trees, fromNanos, toNanos, leastNanos, async, shown.and(calls), excluded);
    }

    /** Without these calls and all calls within them. */
    public CallTreeWalk excluding(IntPredicate calls) {
        return new CallTreeWalk(trees, fromNanos, toNanos, leastNanos, async, shown, excluded.or(calls));
    }

    CallTrees trees() {
        return trees;
    }

    /** Goes through all trees, thread by thread. */
    public void all(Visitor visitor) {
        for (CallTrees.ThreadCalls thread : trees.threads()) {
            if (async || thread.kind() != ThreadKind.ASYNC) {
                thread(thread, visitor);
            }
        }
    }

    /** Goes through the trees of one thread. */
    public void thread(CallTrees.ThreadCalls thread, Visitor visitor) {
        for (int root = thread.firstRoot(); root != CallTrees.NONE; root = trees.nextSibling(root)) {
            subtree(root, visitor);
        }
    }

    /** Goes through the events of one thread: begins, ends, and instants for all that has no length. */
    public void events(CallTrees.ThreadCalls thread, Visitor visitor) {
        thread(thread, new Visitor() {
            @Override
            public void enter(int call) {
                if (trees.durNanos(call) == 0) {
                    visitor.instant(call);
                } else {
                    visitor.enter(call);
                }
            }

            @Override
            public void leave(int call) {
                if (trees.durNanos(call) != 0) {
                    visitor.leave(call);
                }
            }
        });
    }

    /** Goes through a call and all calls within it. */
    public void subtree(int root, Visitor visitor) {
        int call = root;
        while (true) {
            boolean open = isOpen(call);
            if (open && shown.test(call)) {
                visitor.enter(call);
            }
            int next = open ? trees.firstChild(call) : CallTrees.NONE;
            if (next == CallTrees.NONE) {
                if (open) {
                    leave(call, visitor);
                }
                call = lastAncestorThatEnds(call, root, visitor);
                if (call == root) {
                    return;
                }
                next = trees.nextSibling(call);
            }
            call = next;
        }
    }

    /** Leaves the calls that end with the last of their children, and returns the one that has a next sibling or is the root. */
    private int lastAncestorThatEnds(int last, int root, Visitor visitor) {
        int call = last;
        while (call != root && trees.nextSibling(call) == CallTrees.NONE) {
            call = trees.parent(call);
            leave(call, visitor);
        }
        return call;
    }

    private void leave(int call, Visitor visitor) {
        if (shown.test(call)) {
            visitor.leave(call);
        }
    }

    /** Whether the way leads to a call, or at least through it. */
    private boolean isOpen(int call) {
        long start = trees.startNanos(call);
        long end = trees.endNanos(call);
        boolean inWindow = start < toNanos && (end > fromNanos || start == end && start == fromNanos);
        return inWindow && end - start >= leastNanos && !excluded.test(call);
    }

    /** The calls that are shown as roots of a thread, in their order. */
    void forEachRoot(CallTrees.ThreadCalls thread, IntConsumer action) {
        forEachVisible(thread.firstRoot(), action);
    }

    /** The calls that are shown as made by a call, in their order. */
    void forEachChild(int call, IntConsumer action) {
        forEachVisible(trees.firstChild(call), action);
    }

    /** The calls that are shown of a call and its next siblings, or those within them that take their places. */
    private void forEachVisible(int first, IntConsumer action) {
        int top = first == CallTrees.NONE ? 0 : trees.depth(first);
        int call = first;
        while (call != CallTrees.NONE) {
            boolean open = isOpen(call);
            boolean visible = open && shown.test(call);
            if (visible) {
                action.accept(call);
            }
            int child = open && !visible ? trees.firstChild(call) : CallTrees.NONE;
            call = child == CallTrees.NONE ? following(call, top) : child;
        }
    }

    /** Returns the next sibling of a call, or of the nearest call around it that has one and is at most so high. */
    private int following(int call, int top) {
        int at = call;
        while (trees.nextSibling(at) == CallTrees.NONE && trees.depth(at) > top) {
            at = trees.parent(at);
        }
        return trees.nextSibling(at);
    }

    /** Returns the nearest call around a call that is shown, or {@link CallTrees#NONE}. */
    int visibleParent(int call) {
        int parent = trees.parent(call);
        while (parent != CallTrees.NONE && !shown.test(parent)) {
            parent = trees.parent(parent);
        }
        return parent;
    }

    /** Returns the time of a call within the window. */
    long durNanosWithin(int call) {
        return Math.max(0, Math.min(trees.endNanos(call), toNanos) - Math.max(trees.startNanos(call), fromNanos));
    }
}
