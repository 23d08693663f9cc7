// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.call;

import java.util.function.Consumer;

/**
 * A traversal of call trees. It needs no stack, however deep the trees are. Immutable.
 *
 * <pre>{@code
 * CallTreeWalk.of(trees).calls(call -> print(call.thread().name(), call.name()));
 * }</pre>
 */
public final class CallTreeWalk {
    private final CallTrees trees;

    private CallTreeWalk(CallTrees trees) {
        this.trees = trees;
    }

    /** A receiver of the visited calls. */
    public interface Visitor {
        /** Takes the begin of a call. */
        void enter(int call);

        /** Takes the end of a call, after all inner calls. */
        default void leave(int call) {}
    }

    /** Returns a walk through all calls of all threads and async ids. */
    public static CallTreeWalk of(CallTrees trees) {
        return new CallTreeWalk(trees);
    }

    /** Passes on all calls, thread by thread, each before its inner calls. */
    public void calls(Consumer<? super Call> action) {
        for (CallTrees.ThreadCalls thread : trees.threads()) {
            thread(thread, call -> action.accept(new Call(trees, thread, call)));
        }
    }

    /** Visits the calls of one thread. */
    public void thread(CallTrees.ThreadCalls thread, Visitor visitor) {
        for (int root = thread.firstRoot(); root != CallTrees.NONE; root = trees.nextSibling(root)) {
            subtree(root, visitor);
        }
    }

    private void subtree(int root, Visitor visitor) {
        int call = root;
        while (true) {
            visitor.enter(call);
            int next = trees.firstChild(call);
            if (next == CallTrees.NONE) {
                visitor.leave(call);
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
            visitor.leave(call);
        }
        return call;
    }
}
