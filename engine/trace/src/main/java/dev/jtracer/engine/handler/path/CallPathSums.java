// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.path;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The paths of calls of several traces, added up by the names of their callers. Not thread-safe. */
public final class CallPathSums {
    private final Map<String, Integer> indexes = new LinkedHashMap<>();
    private final PathNodes roots = new PathNodes();

    /** Creates sums without calls. */
    public CallPathSums() {}

    /** Adds paths, which are not changed. */
    public void add(List<CallPath> paths) {
        Insertion insertion = insertion();
        CallPath.visit(
                paths,
                (path, caller) -> insertion.add(
                        caller, path.name(), path.calls(), path.unfinished(), path.totalNanos(), path.selfNanos()));
    }

    /** Returns an insertion that takes paths node by node. */
    public Insertion insertion() {
        return new Insertion();
    }

    /** Returns the sums, those with the longest total time first, then by name. */
    public List<CallPath> paths() {
        return CallPath.of(roots, List.copyOf(indexes.keySet())::get);
    }

    private int index(String name) {
        return indexes.computeIfAbsent(name, added -> indexes.size());
    }

    /** The insertion of the paths of one trace. */
    public final class Insertion {
        private final List<PathNode> nodes = new ArrayList<>();

        private Insertion() {}

        /** Returns the number of nodes so far. */
        public int size() {
            return nodes.size();
        }

        /**
         * Adds the calls of a node.
         *
         * @param caller number of the caller among the nodes added before, from 0; -1 for root calls
         */
        public void add(int caller, String name, long calls, long unfinished, long totalNanos, long selfNanos) {
            PathNode node = child(caller, index(name));
            node.calls += calls;
            node.unfinished += unfinished;
            node.totalNanos += totalNanos;
            node.selfNanos += selfNanos;
            nodes.add(node);
        }

        private PathNode child(int caller, int nameIndex) {
            PathNodes siblings = roots;
            if (caller >= 0) {
                PathNode parent = nodes.get(caller);
                if (parent.children == null) {
                    parent.children = new PathNodes();
                }
                siblings = parent.children;
            }
            PathNode node = siblings.find(nameIndex);
            if (node == null) {
                node = new PathNode();
                node.nameIndex = nameIndex;
                siblings.add(node);
            }
            return node;
        }
    }
}
