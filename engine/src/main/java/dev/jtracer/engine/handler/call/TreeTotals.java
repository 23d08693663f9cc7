// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.call;

import dev.jtracer.engine.event.Saturated;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Totals of call trees: top down, with a node per path of callers, or bottom up, with a node per function and its callers
 * below. Nodes are created at the first access.
 *
 * <p>Not safe for use by several threads.
 */
public final class TreeTotals {
    private final CallTreeWalk walk;
    private final CallTrees trees;
    private final IntFunction<String> key;
    /** The calls that lie within another call of their name, filled for bottom up only. */
    private final BitSet recursive = new BitSet();

    private TreeTotals(CallTreeWalk walk, IntFunction<String> key) {
        this.walk = walk;
        this.trees = walk.trees();
        this.key = key;
    }

    /** Creates totals by name of the calls that a walk visits. Time outside of its window does not count. */
    public static TreeTotals of(CallTreeWalk walk) {
        return new TreeTotals(walk.showing(call -> !walk.trees().isMark(call)), walk.trees()::name);
    }

    /** Returns totals of the same calls by another key, such as their category. */
    public TreeTotals groupedBy(IntFunction<String> key) {
        return new TreeTotals(walk, key);
    }

    /** Returns the functions that no other function called, the longest in total first. */
    public List<Node> topDown() {
        return topDown(trees.threads());
    }

    /** Returns the same for some threads only. */
    public List<Node> topDown(List<CallTrees.ThreadCalls> threads) {
        Groups groups = new Groups();
        for (CallTrees.ThreadCalls thread : threads) {
            walk.forEachRoot(thread, call -> groups.add(call, call));
        }
        return groups.nodes(false);
    }

    /** Returns all functions, the one with the most self time first. */
    public List<Node> bottomUp() {
        return bottomUp(trees.threads());
    }

    /** Returns the same for some threads only. */
    public List<Node> bottomUp(List<CallTrees.ThreadCalls> threads) {
        Groups groups = new Groups();
        BottomUp bottomUp = new BottomUp(groups);
        for (CallTrees.ThreadCalls thread : threads) {
            walk.thread(thread, bottomUp);
        }
        return groups.nodes(true);
    }

    /** A collector of all calls, and of those that lie within a call of their name. */
    private final class BottomUp implements CallTreeWalk.Visitor {
        private final Groups groups;
        private final Map<String, Integer> open = new HashMap<>();

        BottomUp(Groups groups) {
            this.groups = groups;
        }

        @Override
        public void enter(int call) {
            groups.add(call, call);
            recursive.set(call, open.merge(key.apply(call), 1, Integer::sum) > 1);
        }

        @Override
        public void leave(int call) {
            open.merge(key.apply(call), -1, Integer::sum);
        }
    }

    /** Calls that share a name, or a path of names. Times are in nanoseconds. */
    public final class Node {
        private final String name;
        private final boolean bottomUp;
        private final CallList calls;
        /** Bottom up: for each call its caller at this level. */
        private final CallList callers;

        private final long selfNanos;
        private final long totalNanos;
        private @Nullable List<Node> children;

        private Node(String name, boolean bottomUp, CallList calls, CallList callers) {
            this.name = name;
            this.bottomUp = bottomUp;
            this.calls = calls;
            this.callers = callers;
            long self = 0;
            long total = 0;
            for (int i = 0; i < calls.size; i++) {
                int call = calls.values[i];
                self = Saturated.sum(self, selfNanosWithin(call));
                total = Saturated.sum(total, bottomUp && recursive.get(call) ? 0 : walk.durNanosWithin(call));
            }
            this.selfNanos = self;
            this.totalNanos = total;
        }

        /** Returns the name, or the key by which the calls are grouped. */
        public String name() {
            return name;
        }

        /** Returns the number of calls. */
        public int count() {
            return calls.size;
        }

        /** Returns the self time of the calls; bottom up, that of the functions at the bottom. */
        public long selfNanos() {
            return selfNanos;
        }

        /** Returns the time of the calls. Of nested calls of one function only the outermost counts. */
        public long totalNanos() {
            return totalNanos;
        }

        /**
         * Returns the functions that these calls called, the longest in total first; bottom up their callers, most self time
         * first.
         */
        public List<Node> children() {
            if (children == null) {
                Groups groups = new Groups();
                for (int i = 0; i < calls.size; i++) {
                    int call = calls.values[i];
                    if (bottomUp) {
                        groups.addCaller(call, walk.visibleParent(callers.values[i]));
                    } else {
                        walk.forEachChild(call, child -> groups.add(child, child));
                    }
                }
                children = groups.nodes(bottomUp);
            }
            return children;
        }
    }

    private long selfNanosWithin(int call) {
        long[] self = {walk.durNanosWithin(call)};
        walk.forEachChild(call, child -> self[0] -= walk.durNanosWithin(child));
        return Math.max(0, self[0]);
    }

    private static final class CallList {
        int[] values = new int[4];
        int size;

        void add(int call) {
            if (size == values.length) {
                values = Arrays.copyOf(values, size * 2);
            }
            values[size++] = call;
        }
    }

    private final class Groups {
        private final Map<String, CallList> calls = new LinkedHashMap<>();
        private final Map<String, CallList> callers = new LinkedHashMap<>();

        void addCaller(int call, int caller) {
            if (caller != CallTrees.NONE) {
                add(call, caller);
            }
        }

        void add(int call, int namedBy) {
            String name = key.apply(namedBy);
            calls.computeIfAbsent(name, n -> new CallList()).add(call);
            callers.computeIfAbsent(name, n -> new CallList()).add(namedBy);
        }

        List<Node> nodes(boolean bottomUp) {
            List<Node> nodes = new ArrayList<>();
            calls.forEach((name, list) -> nodes.add(new Node(name, bottomUp, list, callers.getOrDefault(name, list))));
            nodes.sort(Comparator.comparingLong(bottomUp ? Node::selfNanos : Node::totalNanos)
                    .reversed());
            return List.copyOf(nodes);
        }
    }
}
