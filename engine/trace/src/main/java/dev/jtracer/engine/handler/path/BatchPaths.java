// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.path;

import dev.jtracer.engine.pairing.SpanBatch;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Adds batches of calls to a {@link PathForest} from the outside in. Read backwards, a batch has each call before the
 * calls within it, so the node of the caller is known and a call costs one search among its siblings:
 *
 * <pre>
 *   backwards       | depth | node
 *   request         | 0     | request
 *   load            | 1     | request/load
 *   query           | 2     | request/load/query
 *   load            | 1     | request/load
 *   query           | 2     | request/load/query, whose caller ended earlier in the batch
 * </pre>
 *
 * <p>A call whose caller is still open waits in the forest. What waits there from earlier batches belongs to the
 * first call of the batch that ends one level above.
 */
final class BatchPaths {
    private final PathForest forest;
    private final SlowestRoots slowest;
    private final PathNodes complete = new PathNodes();

    /** By depth, the node of the call that was visited last. */
    private @Nullable PathNode[] chain = new PathNode[64];
    /** By depth, what waited below the calls of that depth before the batch. */
    private @Nullable PathNodes[] earlier = new PathNodes[64];

    /** The root call being added, if among the slowest; it joins the forest when its inner calls are complete. */
    private @Nullable PathNode slow;

    private long slowStartNanos;
    private long slowNanos;

    BatchPaths(PathForest forest, SlowestRoots slowest) {
        this.forest = forest;
        this.slowest = slowest;
    }

    void add(SpanBatch batch) {
        // No loop here: the JIT compiler would compile it with all that is called below in the middle of a batch.
        int least = batch.leastDepth();
        int most = batch.mostDepth();
        @Nullable PathNodes[] waiting = forest.levels(batch.track(), most + 1);
        takeEarlier(waiting, least, most);
        boolean settled = addBackwards(batch, waiting);
        giveEarlier(waiting, least, most, settled);
        completeSlow(batch.track());
    }

    private void takeEarlier(@Nullable PathNodes[] waiting, int least, int most) {
        if (most >= chain.length) {
            chain = new PathNode[most * 2];
            earlier = new PathNodes[most * 2];
        }
        Arrays.fill(chain, least, most + 1, null);
        for (int depth = least, end = most + 1; depth < end; depth++) {
            PathNodes inner = waiting[depth + 1];
            if (inner != null && inner.size() > 0) {
                earlier[depth] = inner;
                waiting[depth + 1] = null;
            }
        }
    }

    /** Adds the calls. Returns whether the first one is at or below a root of the forest. */
    private boolean addBackwards(SpanBatch batch, @Nullable PathNodes[] waiting) {
        @Nullable PathNode[] chain = this.chain;
        // The least depth so far: a call above it has its caller in the chain, because calls end one level at a time.
        int least = Integer.MAX_VALUE;
        boolean settled = false;
        // No loop of this class includes its limit: with <= and >=, C2 discarded its first code of each.
        for (int i = batch.size(); i-- > 0; ) {
            int depth = batch.depth(i);
            int name = batch.nameIndex(i);
            PathNode caller = depth > least ? chain[depth - 1] : null;
            PathNode node;
            if (caller != null) {
                node = forest.inner(caller, name, settled);
            } else {
                least = depth;
                settled = depth == 0 && !beginsSlow(batch, i);
                node = settled ? forest.root(name) : outer(waiting, depth, name);
            }
            chain[depth] = node;
            node.calls += batch.unfinished(i) ? 0 : 1;
            node.unfinished += batch.unfinished(i) ? 1 : 0;
            node.totalNanos += node == caller ? 0 : batch.durNanos(i);
            node.selfNanos += batch.selfNanos(i);
        }
        return settled;
    }

    private PathNode outer(@Nullable PathNodes[] waiting, int depth, int name) {
        if (depth > 0) {
            return forest.waiting(waiting, depth, name);
        }
        PathNode node = forest.newNode(name);
        slow = node;
        return node;
    }

    /** Completes the root call that was visited before. Returns whether the next one is among the slowest. */
    private boolean beginsSlow(SpanBatch batch, int call) {
        completeSlow(batch.track());
        slowStartNanos = batch.startNanos(call);
        slowNanos = batch.durNanos(call);
        return slowest.takes(batch.track(), slowNanos, slowStartNanos);
    }

    private void completeSlow(int track) {
        PathNode node = slow;
        if (node != null) {
            slow = null;
            slowest.add(track, slowStartNanos, slowNanos, node, Map.of()); // calls in columns have none
            complete.add(node);
            forest.addRoots(complete);
        }
    }

    private void giveEarlier(@Nullable PathNodes[] waiting, int least, int most, boolean settled) {
        for (int depth = least, end = most + 1; depth < end; depth++) {
            PathNodes inner = earlier[depth];
            PathNode first = chain[depth];
            earlier[depth] = null;
            if (inner != null && first != null) {
                forest.giveTo(first, inner, settled);
            } else if (inner != null) {
                waiting[depth + 1] = inner;
            }
        }
    }
}
