// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.path;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The trees of all paths, built from spans that come from the inside out with nothing but their depths.
 *
 * <p>Spans that have ended wait at their depth for the span around them:
 *
 * <pre>
 *   span that ends  | depth | waiting at depth 1    | waiting at depth 2
 *   query           | 2     |                       | query 1
 *   query           | 2     |                       | query 2
 *   load            | 1     | load 1 (query 2)      |
 *   query           | 2     | load 1 (query 2)      | query 1
 *   load            | 1     | load 2 (query 3)      |
 *   request         | 0     |                       |              all: request 1 (load 2 (query 3))
 * </pre>
 *
 * A span takes what waits below it as its children, and joins the waiting node of its name if there is one. Each node
 * is moved or added up once for each level at which it has such a namesake. Memory depends on the number of different
 * paths, which is limited; the calls beyond are added up below their callers under the name {@link #OTHER}.
 *
 * <p>Whether a path is new is known only when its callers have ended. So waiting nodes have a limit of their own
 * beyond that of all paths: beyond the latter, a path that joins others is added up if it is known, and becomes
 * {@link #OTHER} if it is new.
 */
final class PathForest {
    /** Name index of the calls that are dropped beyond the limit. */
    static final int OTHER = -1;

    private static final int LEAST_WAITING = 1000;

    private final int mostNodes;
    /** Limit of the nodes that wait beyond {@link #mostNodes}. */
    private final int mostWaiting;

    /** Limit of the siblings among them. */
    private final int mostSiblings;

    /** The root calls that have ended. */
    final PathNodes roots = new PathNodes();
    /** By track and depth, what has ended and waits for the span around it. */
    private @Nullable PathNodes[][] waiting = new PathNodes[16][];

    private final Deque<PathNode> freeNodes = new ArrayDeque<>();
    private final Deque<PathNodes> freeChildren = new ArrayDeque<>();
    private final Deque<PathNodes> targets = new ArrayDeque<>();
    private final Deque<PathNodes> sources = new ArrayDeque<>();
    private final Deque<PathNode> folded = new ArrayDeque<>();
    private int nodes;
    private long dropped;

    PathForest(int mostNodes) {
        this.mostNodes = mostNodes;
        this.mostWaiting = Math.max(LEAST_WAITING, mostNodes / 4);
        this.mostSiblings = mostWaiting / 4;
    }

    /** Returns the number of calls that are counted under {@link #OTHER}. */
    long dropped() {
        return dropped;
    }

    /**
     * Takes a span that ends.
     *
     * @return its node; valid until the next span, and for an outermost span before {@link #completed}
     */
    PathNode end(int track, int depth, int nameIndex, boolean unfinished, long nanos, long selfNanos) {
        @Nullable PathNodes[] levels = levels(track, depth + 1);
        PathNode node = waiting(levels, depth, nameIndex);
        node.calls += unfinished ? 0 : 1;
        node.unfinished += unfinished ? 1 : 0;
        node.totalNanos += nanos;
        node.selfNanos += selfNanos;
        PathNodes inner = levels[depth + 1];
        if (inner != null && inner.size() > 0) {
            if (node.children == null) {
                node.children = inner;
                levels[depth + 1] = null;
            } else {
                merge(node.children, inner);
            }
        }
        return node;
    }

    /** Returns the node of a root call that is added to all others at once. */
    PathNode root(int nameIndex) {
        return nodeOf(roots, nameIndex, nodes >= mostNodes);
    }

    /**
     * Returns the node of a call by its caller's. Calls within {@link #OTHER} have its node.
     *
     * @param settled whether the caller is below a {@link #root}
     */
    PathNode inner(PathNode caller, int nameIndex, boolean settled) {
        if (caller.nameIndex == OTHER) {
            dropped++;
            return caller;
        }
        PathNodes siblings = caller.children;
        if (siblings == null) {
            siblings = newChildren();
            caller.children = siblings;
        }
        PathNode node = siblings.find(nameIndex);
        return node != null ? node : nodeOf(siblings, nameIndex, settled ? nodes >= mostNodes : isFull(siblings));
    }

    /**
     * Returns the node of a call that waits for its caller.
     *
     * @param levels the {@link #levels} of its track
     */
    PathNode waiting(@Nullable PathNodes[] levels, int depth, int nameIndex) {
        PathNodes here = levels[depth];
        if (here == null) {
            here = newChildren();
            levels[depth] = here;
        }
        return nodeOf(here, nameIndex, isFull(here));
    }

    /**
     * Adds nodes that have waited to the inner calls of their caller. If the caller waits itself, they go on waiting
     * within the limit of waiting nodes: whether their paths are new is still unknown.
     *
     * @param settled whether the caller is a {@link #root} or below one
     */
    void giveTo(PathNode caller, PathNodes inner, boolean settled) {
        PathNodes children = caller.children;
        if (children == null && !settled) {
            caller.children = inner;
            return;
        }
        if (children == null) {
            children = newChildren();
            caller.children = children;
        }
        merge(children, inner, settled);
        freeChildren.push(inner);
    }

    /** Adds root calls that have ended to all others, and removes them from {@code ended}. */
    void addRoots(PathNodes ended) {
        merge(roots, ended);
    }

    /**
     * Removes the nodes that wait at a level of a track.
     *
     * @param dropped receives the sums of all nodes
     */
    void drop(int track, int depth, PathNode dropped) {
        PathNodes level = levels(track, depth)[depth];
        if (level == null || level.size() == 0) {
            return;
        }
        sources.push(level);
        while (!sources.isEmpty()) {
            PathNodes source = sources.pop();
            for (int i = 0; i < source.size(); i++) {
                PathNode node = source.get(i);
                dropped.add(node);
                if (node.children != null) {
                    sources.push(node.children);
                }
                nodes--;
                freeNodes.push(node);
            }
            source.clear();
            if (source != level) {
                freeChildren.push(source);
            }
        }
    }

    /** Returns the root calls of a track that have ended, and the nodes that wait for outer spans in vain. */
    PathNodes ended(int track) {
        @Nullable PathNodes[] levels = levels(track, 0);
        PathNodes ended = levels[0];
        if (ended == null) {
            ended = newChildren();
            levels[0] = ended;
        }
        for (int depth = 1; depth < levels.length; depth++) {
            PathNodes left = levels[depth];
            if (left != null) {
                merge(ended, left);
            }
        }
        return ended;
    }

    /** Adds the root call of a track, which has just ended, to all others. */
    void completed(int track) {
        PathNodes ended = levels(track, 0)[0];
        if (ended != null) {
            merge(roots, ended);
        }
    }

    /** Adds what waits on all tracks for spans that have not come. */
    void completeAll() {
        for (@Nullable PathNodes[] levels : waiting) {
            for (int depth = 0; levels != null && depth < levels.length; depth++) {
                PathNodes left = levels[depth];
                if (left != null) {
                    merge(roots, left);
                }
            }
        }
    }

    /** Returns by depth, at least to {@code depth}, what waits on a track; valid until a call with a greater one. */
    @Nullable
    PathNodes[] levels(int track, int depth) {
        if (track >= waiting.length) {
            waiting = Arrays.copyOf(waiting, Math.max(track + 1, waiting.length * 2));
        }
        @Nullable PathNodes[] levels = waiting[track];
        if (levels == null) {
            levels = new PathNodes[Math.max(depth + 1, 4)];
            waiting[track] = levels;
        } else if (depth >= levels.length) {
            levels = Arrays.copyOf(levels, Math.max(depth + 1, levels.length * 2));
            waiting[track] = levels;
        }
        return levels;
    }

    private PathNode nodeOf(PathNodes siblings, int nameIndex, boolean full) {
        PathNode node = siblings.find(nameIndex);
        if (node != null) {
            return node;
        }
        int name = nameIndex;
        if (full) {
            name = OTHER;
            dropped++;
            node = siblings.find(OTHER);
            if (node != null) {
                return node;
            }
        }
        node = newNode(name);
        siblings.add(node);
        return node;
    }

    /** Returns whether a waiting set can take no further name. */
    private boolean isFull(PathNodes siblings) {
        int beyond = nodes - mostNodes;
        return beyond >= mostWaiting || beyond >= 0 && siblings.size() >= mostSiblings;
    }

    private void merge(PathNodes into, PathNodes from) {
        merge(into, from, true);
    }

    /**
     * Moves all nodes of one set to another. Without recursion: stacks of a trace may be deeper than this thread's.
     *
     * @param settled whether new paths are limited by {@link #mostNodes}, not by the limits of waiting nodes
     */
    private void merge(PathNodes into, PathNodes from, boolean settled) {
        targets.push(into);
        sources.push(from);
        while (!targets.isEmpty()) {
            PathNodes target = targets.pop();
            PathNodes source = sources.pop();
            for (int i = 0; i < source.size(); i++) {
                PathNode node = source.get(i);
                PathNode same = target.find(node.nameIndex);
                if (same != null) {
                    join(same, node);
                } else if (settled ? nodes <= mostNodes : !isFull(target)) {
                    target.add(node);
                } else {
                    fold(target, node);
                }
            }
            source.clear();
            if (source != from) {
                freeChildren.push(source);
            }
        }
    }

    /** Adds up a new path, and all that begin with it, under {@link #OTHER}. */
    private void fold(PathNodes target, PathNode node) {
        PathNode other = target.find(OTHER);
        if (other == null) {
            other = newNode(OTHER);
            target.add(other);
        }
        other.totalNanos += node.totalNanos;
        folded.push(node);
        while (!folded.isEmpty()) {
            PathNode next = folded.pop();
            dropped += next.nameIndex == OTHER ? 0 : next.calls + next.unfinished;
            other.calls += next.calls;
            other.unfinished += next.unfinished;
            other.selfNanos += next.selfNanos;
            PathNodes children = next.children;
            if (children != null) {
                for (int i = 0; i < children.size(); i++) {
                    folded.push(children.get(i));
                }
                children.clear();
                freeChildren.push(children);
            }
            nodes--;
            freeNodes.push(next);
        }
    }

    private void join(PathNode same, PathNode node) {
        same.add(node);
        PathNodes children = node.children;
        if (children != null && same.children == null) {
            same.children = children;
        } else if (children != null && same.children != null) {
            targets.push(same.children);
            sources.push(children);
        }
        nodes--;
        freeNodes.push(node);
    }

    /** Returns a node without calls. */
    PathNode newNode(int nameIndex) {
        nodes++;
        PathNode free = freeNodes.poll();
        PathNode node = free == null ? new PathNode() : free;
        node.clear(nameIndex);
        return node;
    }

    private PathNodes newChildren() {
        PathNodes free = freeChildren.poll();
        return free == null ? new PathNodes() : free;
    }
}
