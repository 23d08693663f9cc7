// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.sample;

import dev.jtracer.engine.event.Saturated;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The stacks of samples as one tree, in which stacks share a common beginning. A node is a number, not an object. Node
 * {@link #ROOT} has no frame. Immutable.
 */
public final class SampleTree {
    /** The node above all outermost frames. */
    public static final int ROOT = 0;
    /** The number for no node. */
    public static final int NONE = -1;

    /* A node is created after its parent, so its number is larger, and totals take one pass from the last node to the first. */
    private final List<Frame> frames;
    private final int[] frameIndexes;
    private final int[] parents;
    private final int[] firstChildren;
    private final int[] nextSiblings;
    private final long[] selfCounts;
    private final long[] totalCounts;
    private final long[] selfNanos;
    private final long[] totalNanos;

    private SampleTree(Builder builder, int[] sampleNodes, long[] sampleNanos) {
        int size = builder.size;
        frames = List.copyOf(builder.frames);
        frameIndexes = Arrays.copyOf(builder.frameIndexes, size);
        parents = Arrays.copyOf(builder.parents, size);
        firstChildren = new int[size];
        nextSiblings = new int[size];
        selfCounts = new long[size];
        selfNanos = new long[size];
        for (int i = 0; i < sampleNodes.length; i++) {
            selfCounts[sampleNodes[i]]++;
            selfNanos[sampleNodes[i]] = Saturated.sum(selfNanos[sampleNodes[i]], sampleNanos[i]);
        }
        totalCounts = selfCounts.clone();
        totalNanos = selfNanos.clone();
        link();
    }

    private void link() {
        Arrays.fill(firstChildren, NONE);
        Arrays.fill(nextSiblings, NONE);
        for (int node = parents.length - 1; node > ROOT; node--) {
            int parent = parents[node];
            nextSiblings[node] = firstChildren[parent];
            firstChildren[parent] = node;
            totalCounts[parent] += totalCounts[node];
            totalNanos[parent] = Saturated.sum(totalNanos[parent], totalNanos[node]);
        }
    }

    /**
     * A function that was running.
     *
     * @param name name of the function
     * @param origin its file, address or category; empty if not known
     * @param line line within it, from 1; 0 if not known
     */
    public record Frame(String name, String origin, int line) implements Comparable<Frame> {
        private static final Comparator<Frame> ORDER =
                Comparator.comparing(Frame::name).thenComparing(Frame::origin).thenComparingInt(Frame::line);

        /** Orders by name, origin and line, so that maps are fast even if a hostile file gives many frames the same hash. */
        @Override
        public int compareTo(Frame other) {
            return ORDER.compare(this, other);
        }
    }

    /** Returns the number of nodes, which are numbered from 0. */
    public int size() {
        return parents.length;
    }

    /** Returns the frame of a node; for {@link #ROOT} one without name. */
    public Frame frame(int node) {
        return frames.get(frameIndexes[node]);
    }

    /** Returns the node of the caller, or {@link #NONE} for {@link #ROOT}. */
    public int parent(int node) {
        return parents[node];
    }

    /** Returns the first node that a node calls, or {@link #NONE}. */
    public int firstChild(int node) {
        return firstChildren[node];
    }

    /** Returns the next node with the same caller, or {@link #NONE}. */
    public int nextSibling(int node) {
        return nextSiblings[node];
    }

    /** Returns the number of samples that ended at a node. */
    public long selfCount(int node) {
        return selfCounts[node];
    }

    /** Returns the number of samples whose stack contains a node. */
    public long totalCount(int node) {
        return totalCounts[node];
    }

    /** Returns the nanoseconds of the samples that ended at a node; 0 if the trace has no times. */
    public long selfNanos(int node) {
        return selfNanos[node];
    }

    /** Returns the nanoseconds of the samples whose stack contains a node; 0 if the trace has no times. */
    public long totalNanos(int node) {
        return totalNanos[node];
    }

    /** A builder of a tree. Not safe for use by several threads. */
    static final class Builder {
        private final List<Frame> frames = new ArrayList<>();
        private final Map<Frame, Integer> indexByFrame = new HashMap<>();
        private final Map<Long, Integer> nodeByParentAndFrame = new HashMap<>();
        private int[] frameIndexes = new int[64];
        private int[] parents = new int[64];
        private int size;

        Builder() {
            add(NONE, frameIndex(new Frame("", "", 0)));
        }

        /** Returns the child of a node with a frame, created if it is new. */
        int child(int parent, Frame frame) {
            int index = frameIndex(frame);
            long key = ((long) parent << 32) | index;
            Integer known = nodeByParentAndFrame.get(key);
            if (known != null) {
                return known;
            }
            nodeByParentAndFrame.put(key, size);
            return add(parent, index);
        }

        private int frameIndex(Frame frame) {
            Integer known = indexByFrame.putIfAbsent(frame, frames.size());
            if (known != null) {
                return known;
            }
            frames.add(frame);
            return frames.size() - 1;
        }

        private int add(int parent, int frameIndex) {
            if (size == parents.length) {
                parents = Arrays.copyOf(parents, size * 2);
                frameIndexes = Arrays.copyOf(frameIndexes, size * 2);
            }
            parents[size] = parent;
            frameIndexes[size] = frameIndex;
            return size++;
        }

        /** Returns the tree with these samples, given by their nodes and times. */
        SampleTree build(int[] sampleNodes, long[] sampleNanos) {
            return new SampleTree(this, sampleNodes, sampleNanos);
        }
    }
}
