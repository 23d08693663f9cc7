// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.path;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.ObjIntConsumer;

/**
 * Calls of one name below the same callers, added up. Immutable.
 *
 * <p>Times are in nanoseconds. Those of unfinished calls end with the last event of their track.
 *
 * @param name name of the calls as in the trace, or {@link #OTHER}
 * @param calls number of calls that have ended
 * @param unfinished number of calls without a known begin or end
 * @param totalNanos sum of the durations
 * @param selfNanos time outside of the traced calls made by these calls
 * @param children calls made by these calls, those with the longest total time first
 */
public record CallPath(
        String name, long calls, long unfinished, long totalNanos, long selfNanos, List<CallPath> children) {
    /** The name of calls that are added up because there are too many different paths. */
    public static final String OTHER = "(other)";

    private static final int MOST_ENTRY_NAMES = 3;

    private static final Comparator<CallPath> LONGEST_FIRST =
            Comparator.comparingLong(CallPath::totalNanos).reversed().thenComparing(CallPath::name);

    private CallPath(PathNode node, IntFunction<String> names) {
        this(
                node.nameIndex == PathForest.OTHER ? OTHER : names.apply(node.nameIndex),
                node.calls,
                node.unfinished,
                node.totalNanos,
                node.selfNanos,
                new ArrayList<>(node.children == null ? 0 : node.children.size()));
    }

    /** Returns the paths of nodes, those with the longest total time first. */
    static List<CallPath> of(PathNodes roots, IntFunction<String> names) {
        List<CallPath> paths = new ArrayList<>();
        Deque<PathNodes> nodes = new ArrayDeque<>();
        Deque<List<CallPath>> targets = new ArrayDeque<>();
        nodes.push(roots);
        targets.push(paths);
        while (!nodes.isEmpty()) {
            PathNodes level = nodes.pop();
            List<CallPath> target = targets.pop();
            for (int i = 0; i < level.size(); i++) {
                PathNode node = level.get(i);
                CallPath path = new CallPath(node, names);
                target.add(path);
                if (node.children != null) {
                    nodes.push(node.children);
                    targets.push(path.children);
                }
            }
            if (target.size() > 1) {
                target.sort(LONGEST_FIRST);
            }
        }
        return paths;
    }

    static CallPath of(PathNode node, IntFunction<String> names) {
        PathNodes single = new PathNodes();
        single.add(node);
        return of(single, names).get(0);
    }

    /**
     * Visits paths and the paths below them, each after its caller.
     *
     * @param visitor takes a path and the number of its caller in the order of the visits, from 0; -1 for root calls
     */
    public static void visit(List<CallPath> roots, ObjIntConsumer<CallPath> visitor) {
        for (Walk walk = new Walk(roots); walk.hasNext(); ) {
            CallPath path = walk.next();
            visitor.accept(path, walk.caller());
        }
    }

    /** A walk over paths and the paths below them, each after its caller. */
    public static final class Walk implements Iterator<CallPath> {
        private final Deque<CallPath> open = new ArrayDeque<>();
        private final Deque<Integer> callers = new ArrayDeque<>();
        private int visited;
        private int caller;

        public Walk(List<CallPath> roots) {
            push(roots, -1);
        }

        @Override
        public boolean hasNext() {
            return !open.isEmpty();
        }

        @Override
        public CallPath next() {
            CallPath path = open.remove();
            caller = callers.remove();
            push(path.children, visited++);
            return path;
        }

        /** Returns the number of the last path's caller in the order of the walk, from 0; -1 for root calls. */
        public int caller() {
            return caller;
        }

        private void push(List<CallPath> paths, int by) {
            for (int i = paths.size() - 1; i >= 0; i--) {
                open.push(paths.get(i));
                callers.push(by);
            }
        }
    }

    /** Returns the number of these calls and of all within them, whether they have ended or not. */
    public long callsWithin() {
        long sum = 0;
        for (Walk walk = new Walk(List.of(this)); walk.hasNext(); ) {
            CallPath path = walk.next();
            sum += path.calls + path.unfinished;
        }
        return sum;
    }

    @Override
    public List<CallPath> children() {
        return Collections.unmodifiableList(children);
    }

    /** Returns the time of the calls within whose names begin with a word, without those within each other. */
    public long nanosOf(String word) {
        long nanos = 0;
        Deque<CallPath> open = new ArrayDeque<>(children());
        while (!open.isEmpty()) {
            CallPath path = open.pop();
            if (path.name().startsWith(word + " ")) {
                nanos += path.totalNanos();
            } else {
                open.addAll(path.children());
            }
        }
        return nanos;
    }

    /** Returns this call's name, and behind it those of the calls that it does little more than make, at most two. */
    public List<String> entry() {
        List<String> names = new ArrayList<>(List.of(name));
        CallPath path = this;
        while (names.size() < MOST_ENTRY_NAMES && !path.children().isEmpty()) {
            CallPath next = path.children().get(0);
            if (next.totalNanos() < path.totalNanos() * 9 / 10) {
                break;
            }
            names.add(next.name());
            path = next;
        }
        return names;
    }

    @Override
    public String toString() {
        return name + " " + calls + " calls, " + totalNanos + " ns";
    }
}
