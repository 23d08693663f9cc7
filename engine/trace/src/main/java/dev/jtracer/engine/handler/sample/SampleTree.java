// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.sample;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The stacks of samples as one tree, in which stacks share a common beginning. A node is a number, not an object.
 * Node {@link #ROOT} has no frame. Immutable.
 */
public final class SampleTree {
    /** The node above all outermost frames. */
    public static final int ROOT = 0;
    /** The number for no node. */
    public static final int NONE = -1;

    /* A node is created after its parent, so its number is larger, and totals take one pass from the last node to the
     * first. */
    private final List<Frame> frames;
    private final int[] frameIndexes;
    private final int[] parents;
    private final int[] firstChildren;
    private final int[] nextSiblings;
    private final long[] selfCounts;
    private final long[] totalCounts;

    private SampleTree(Builder builder) {
        int size = builder.size;
        frames = List.copyOf(builder.frames);
        frameIndexes = Arrays.copyOf(builder.frameIndexes, size);
        parents = Arrays.copyOf(builder.parents, size);
        firstChildren = new int[size];
        nextSiblings = new int[size];
        selfCounts = Arrays.copyOf(builder.counts, size);
        totalCounts = selfCounts.clone();
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
        /** Stands for the stacks that a limit does not allow to keep apart. */
        static final Frame OTHER = new Frame("(other)", "", 0);

        private static final Comparator<Frame> ORDER =
                Comparator.comparing(Frame::name).thenComparing(Frame::origin).thenComparingInt(Frame::line);

        /** Orders frames, so that maps are fast even if a hostile file gives many of them the same hash. */
        @Override
        public int compareTo(Frame other) {
            return ORDER.compare(this, other);
        }
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

    /** A builder of a tree. Not safe for use by several threads. */
    static final class Builder {
        private final SampleLimit limit;
        private final List<Frame> frames = new ArrayList<>();
        private final Map<Frame, Integer> indexByFrame = new HashMap<>();
        private final Map<Long, Integer> nodeByParentAndFrame = new HashMap<>();
        private int[] frameIndexes = new int[64];
        private int[] parents = new int[64];
        private long[] counts = new long[64];
        private int size;

        /** Creates a builder of a tree of any size. */
        Builder() {
            this(SampleLimit.NONE);
        }

        /** Creates a builder of a tree within a limit. */
        Builder(SampleLimit limit) {
            this.limit = limit;
            add(NONE, new Frame("", "", 0));
        }

        /**
         * Returns the child of a node with a frame, created if it is new. Beyond the limit, new stacks end at a child
         * named {@link Frame#OTHER}.
         */
        int child(int parent, Frame frame) {
            if (isOther(parent)) {
                return parent;
            }
            int known = known(parent, frame);
            if (known != NONE) {
                return known;
            }
            if (limit.take()) {
                return add(parent, frame);
            }
            int other = known(parent, Frame.OTHER);
            return other != NONE ? other : add(parent, Frame.OTHER);
        }

        private int known(int parent, Frame frame) {
            Integer index = indexByFrame.get(frame);
            return index == null ? NONE : nodeByParentAndFrame.getOrDefault(key(parent, index), NONE);
        }

        /** Returns whether a node stands for the stacks beyond the limit. */
        boolean isOther(int node) {
            return frames.get(frameIndexes[node]).equals(Frame.OTHER);
        }

        private int add(int parent, Frame frame) {
            if (size == parents.length) {
                parents = Arrays.copyOf(parents, size * 2);
                frameIndexes = Arrays.copyOf(frameIndexes, size * 2);
                counts = Arrays.copyOf(counts, size * 2);
            }
            int index = indexByFrame.computeIfAbsent(frame, added -> {
                frames.add(added);
                return frames.size() - 1;
            });
            parents[size] = parent;
            frameIndexes[size] = index;
            nodeByParentAndFrame.put(key(parent, index), size);
            return size++;
        }

        private static long key(int parent, int frameIndex) {
            return ((long) parent << 32) | frameIndex;
        }

        /** Counts samples that end at a node. */
        void count(int node, long samples) {
            counts[node] += samples;
        }

        /** Returns the tree with the samples that were counted. */
        SampleTree build() {
            return new SampleTree(this);
        }

        /** Returns the tree with a sample at each of these nodes. */
        SampleTree build(int[] sampleNodes) {
            for (int node : sampleNodes) {
                count(node, 1);
            }
            return build();
        }
    }
}
