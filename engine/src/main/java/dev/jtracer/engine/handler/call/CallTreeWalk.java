// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.call;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;

/**
 * A traversal of call trees: which calls are visited, and in which order. It needs no stack, however deep the trees are.
 *
 * <pre>{@code
 * CallTreeWalk.of(trees).within(from, to).atLeast(1_000_000).calls(call -> print(call.thread().name(), call.name()));
 * }</pre>
 *
 * Immutable; each method that restricts it returns a new one.
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

    /** A receiver of the visited calls. */
    public interface Visitor {
        /** Takes the begin of a call. */
        void enter(int call);

        /** Takes the end of a call, after all inner calls. */
        default void leave(int call) {}

        /**
         * Takes a call or mark without length, on {@link CallTreeWalk#events} only. Its inner calls, also without length,
         * follow.
         */
        default void instant(int call) {}
    }

    /** Returns a walk through all calls of all threads, and of async ids unless only threads are selected. */
    public static CallTreeWalk of(CallTrees trees) {
        return new CallTreeWalk(trees, Long.MIN_VALUE, Long.MAX_VALUE, 0, true, call -> true, call -> false);
    }

    /**
     * Restricts the walk to calls that overlap a window of time. A call that only touches the window does not; a call
     * without length at the window's begin does, one at its end does not.
     */
    public CallTreeWalk within(long fromNanos, long toNanos) {
        return new CallTreeWalk(trees, fromNanos, toNanos, leastNanos, async, shown, excluded);
    }

    /** Restricts the walk to calls of at least this duration. */
    public CallTreeWalk atLeast(long durNanos) {
        return new CallTreeWalk(trees, fromNanos, toNanos, durNanos, async, shown, excluded);
    }

    /** Restricts the walk to threads, without async ids. */
    public CallTreeWalk threadsOnly() {
        return new CallTreeWalk(trees, fromNanos, toNanos, leastNanos, false, shown, excluded);
    }

    /** Restricts the walk to these calls. Inner calls of a hidden call replace it. */
    public CallTreeWalk showing(IntPredicate calls) {
        return new CallTreeWalk(trees, fromNanos, toNanos, leastNanos, async, shown.and(calls), excluded);
    }

    /** Excludes these calls and all calls within them. */
    public CallTreeWalk excluding(IntPredicate calls) {
        return new CallTreeWalk(trees, fromNanos, toNanos, leastNanos, async, shown, excluded.or(calls));
    }

    CallTrees trees() {
        return trees;
    }

    /** Passes on all calls, thread by thread, each before its inner calls. Marks are no calls. */
    public void calls(Consumer<? super Call> action) {
        for (CallTrees.ThreadCalls thread : threads()) {
            calls(thread, action);
        }
    }

    /** Passes on the calls of one thread, each before its inner calls. */
    public void calls(CallTrees.ThreadCalls thread, Consumer<? super Call> action) {
        showing(call -> !trees.isMark(call)).thread(thread, call -> action.accept(new Call(trees, thread, call)));
    }

    private List<CallTrees.ThreadCalls> threads() {
        return trees.threads().stream()
                .filter(thread -> async || thread.kind() != ThreadKind.ASYNC)
                .toList();
    }

    /** Visits all trees, thread by thread. */
    public void all(Visitor visitor) {
        for (CallTrees.ThreadCalls thread : threads()) {
            thread(thread, visitor);
        }
    }

    /** Visits the trees of one thread. */
    public void thread(CallTrees.ThreadCalls thread, Visitor visitor) {
        for (int root = thread.firstRoot(); root != CallTrees.NONE; root = trees.nextSibling(root)) {
            subtree(root, visitor);
        }
    }

    /** Visits the events of one thread: begins, ends, and instants for calls and marks without length. */
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

    /** Visits a call and all calls within it. */
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

    /** Leaves the calls whose last child has ended, and returns the first that has a next sibling or is the root. */
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

    /** Returns whether the walk visits a call or its inner calls. */
    private boolean isOpen(int call) {
        long start = trees.startNanos(call);
        long end = trees.endNanos(call);
        boolean inWindow = start < toNanos && (end > fromNanos || start == end && start == fromNanos);
        return inWindow && end - start >= leastNanos && !excluded.test(call);
    }

    /** Passes on the visible roots of a thread, in their order. */
    void forEachRoot(CallTrees.ThreadCalls thread, IntConsumer action) {
        forEachVisible(thread.firstRoot(), action);
    }

    /** Passes on the visible children of a call, in their order. */
    void forEachChild(int call, IntConsumer action) {
        forEachVisible(trees.firstChild(call), action);
    }

    /**
     * Passes on the visible calls among a call and its next siblings, with the inner calls of hidden ones in their place.
     */
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

    /** Returns the next sibling of a call or of its nearest ancestor that has one, up to the level of {@code top}. */
    private int following(int call, int top) {
        int at = call;
        while (trees.nextSibling(at) == CallTrees.NONE && trees.depth(at) > top) {
            at = trees.parent(at);
        }
        return trees.nextSibling(at);
    }

    /** Returns the nearest visible ancestor of a call, or {@link CallTrees#NONE}. */
    int visibleParent(int call) {
        int parent = trees.parent(call);
        while (parent != CallTrees.NONE && !shown.test(parent)) {
            parent = trees.parent(parent);
        }
        return parent;
    }

    /** Returns the part of a call's duration within the window. */
    long durNanosWithin(int call) {
        return Math.max(0, Math.min(trees.endNanos(call), toNanos) - Math.max(trees.startNanos(call), fromNanos));
    }
}
