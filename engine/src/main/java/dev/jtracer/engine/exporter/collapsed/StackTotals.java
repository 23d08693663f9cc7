// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.collapsed;

import java.io.IOException;
import java.util.Arrays;

/**
 * Time by stack: a tree with one node for each different stack. A node is a number; its children are found by hashing, so
 * a call costs no search among its siblings.
 */
final class StackTotals {
    /** The node above all stacks. */
    private static final int ROOT = 0;

    private static final int NONE = 0; // no child is the root

    private int[] parents = new int[64];
    private int[] frames = new int[64];
    private int[] depths = new int[64];
    private int[] firstChildren = new int[64];
    private int[] lastChildren = new int[64];
    private int[] nextSiblings = new int[64];
    private long[] selfNanos = new long[64];
    private int count = 1;
    private int[] slots = new int[128];
    private int current = ROOT;

    /** A consumer of stacks. */
    @FunctionalInterface
    interface StackConsumer {
        /**
         * Takes a stack: the first {@code depth} numbers of {@code stack} are the frames, outermost first; valid during the
         * call.
         */
        void stack(int[] stack, int depth, long selfNanos) throws IOException;
    }

    /** Enters a frame. */
    void enter(int frame) {
        int mask = slots.length - 1;
        int slot = hash(current, frame) & mask;
        while (slots[slot] != NONE) {
            int node = slots[slot];
            if (parents[node] == current && frames[node] == frame) {
                current = node;
                return;
            }
            slot = (slot + 1) & mask;
        }
        slots[slot] = add(frame);
        current = slots[slot];
        if (count * 2 > slots.length) {
            rehash();
        }
    }

    private int add(int frame) {
        if (count == parents.length) {
            grow(count * 2);
        }
        int node = count++;
        parents[node] = current;
        frames[node] = frame;
        depths[node] = depths[current] + 1;
        if (firstChildren[current] == NONE) {
            firstChildren[current] = node;
        } else {
            nextSiblings[lastChildren[current]] = node;
        }
        lastChildren[current] = node;
        return node;
    }

    /** Adds time to the current frame, and subtracts it from its parent unless that is the outermost. */
    void spend(long nanos) {
        selfNanos[current] += nanos;
        int around = parents[current];
        if (parents[around] != ROOT) {
            selfNanos[around] -= nanos;
        }
    }

    /** Returns to the parent frame. */
    void leave() {
        current = parents[current];
    }

    /** Passes all stacks to a consumer, each before the stacks inside it, in the order of their first use. */
    void forEach(StackConsumer consumer) throws IOException {
        int[] stack = new int[16];
        int node = firstChildren[ROOT];
        while (node != NONE) {
            int depth = depths[node];
            if (depth > stack.length) {
                stack = Arrays.copyOf(stack, depth * 2);
            }
            stack[depth - 1] = frames[node];
            consumer.stack(stack, depth, selfNanos[node]);
            node = firstChildren[node] != NONE ? firstChildren[node] : following(node);
        }
    }

    private int following(int node) {
        int at = node;
        while (at != ROOT && nextSiblings[at] == NONE) {
            at = parents[at];
        }
        return at == ROOT ? NONE : nextSiblings[at];
    }

    private void grow(int capacity) {
        parents = Arrays.copyOf(parents, capacity);
        frames = Arrays.copyOf(frames, capacity);
        depths = Arrays.copyOf(depths, capacity);
        firstChildren = Arrays.copyOf(firstChildren, capacity);
        lastChildren = Arrays.copyOf(lastChildren, capacity);
        nextSiblings = Arrays.copyOf(nextSiblings, capacity);
        selfNanos = Arrays.copyOf(selfNanos, capacity);
    }

    private void rehash() {
        slots = new int[slots.length * 2];
        int mask = slots.length - 1;
        for (int node = 1; node < count; node++) {
            int slot = hash(parents[node], frames[node]) & mask;
            while (slots[slot] != NONE) {
                slot = (slot + 1) & mask;
            }
            slots[slot] = node;
        }
    }

    private static int hash(int parent, int frame) {
        int hash = parent * 0x9E3779B1 + frame * 0x85EBCA6B;
        return hash ^ (hash >>> 15);
    }
}
