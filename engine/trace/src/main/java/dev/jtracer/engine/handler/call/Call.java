// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.call;

/**
 * A call with its thread, name and times, as {@link CallTreeWalk#calls} passes it on. Immutable.
 *
 * @param trees the trees that contain the call
 * @param thread the thread, with its name and numbers
 * @param node the number of the call in the trees, for everything else that they know about it
 */
public record Call(CallTrees trees, CallTrees.ThreadCalls thread, int node) {
    /** Returns the name of the function called. */
    public String name() {
        return trees.name(node);
    }

    /** Returns the level of the call on its thread, 0 for the outermost. Takes time proportional to it. */
    public int depth() {
        return trees.depth(node);
    }

    public long startNanos() {
        return trees.startNanos(node);
    }

    /** Returns the time of the end, not before {@link #startNanos}. */
    public long endNanos() {
        return trees.endNanos(node);
    }

    /** Returns the duration, inner calls included; at least 0. */
    public long durNanos() {
        return trees.durNanos(node);
    }

    /** Returns the self time. Takes time proportional to the number of inner calls. */
    public long selfNanos() {
        return trees.selfNanos(node);
    }
}
