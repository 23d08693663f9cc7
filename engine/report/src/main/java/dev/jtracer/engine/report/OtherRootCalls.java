// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report;

import dev.jtracer.engine.handler.path.CallPath;
import dev.jtracer.engine.text.DurationText;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;

/**
 * What a slow root call did that the others of its name did not: where most of the time went that it took longer.
 *
 * <pre>
 *   2.35 s   1 x  OrderRequest.handle  (the other 49 took 3.10 ms on average)
 *   2.34 s   1 x    LegacyTax.table  (in none of the other 49)
 * </pre>
 */
final class OtherRootCalls {
    /** A root call that took less than this times the others is as slow as they are. */
    private static final int SLOWER = 2;

    /** A path with less than this part of the root call explains no half of what that took longer. */
    private static final int LEAST_PART = 2 * SLOWER;

    private final long others;
    private final double moreNanos;
    private final IdentityHashMap<CallPath, CallPath> sums = new IdentityHashMap<>();
    private final IdentityHashMap<CallPath, CallPath> callers = new IdentityHashMap<>();

    /**
     * Compares a root call with all of its name.
     *
     * @param roots the root calls of the trace, added up by their names
     */
    OtherRootCalls(CallPath root, List<CallPath> roots) {
        CallPath sum = child(roots, root.name()).orElse(null);
        others = sum == null ? 0 : count(sum) - count(root);
        if (sum == null || others <= 0) {
            moreNanos = Double.NaN;
            return;
        }
        Deque<CallPath> open = new ArrayDeque<>(List.of(root));
        sums.put(root, sum);
        while (!open.isEmpty()) {
            CallPath path = open.pop();
            for (CallPath inner : path.children()) {
                CallPath innerSum = child(sums.getOrDefault(path, path).children(), inner.name())
                        .orElse(null);
                if (innerSum != null && inner.totalNanos() >= root.totalNanos() / LEAST_PART) {
                    sums.put(inner, innerSum);
                    callers.put(inner, path);
                    open.push(inner);
                }
            }
        }
        double usual = usualNanos(root);
        moreNanos = root.totalNanos() >= SLOWER * usual ? root.totalNanos() - usual : Double.NaN;
    }

    /** Returns the path of a name, if there is one. */
    static Optional<CallPath> child(List<CallPath> paths, String name) {
        return paths.stream().filter(path -> path.name().equals(name)).findFirst();
    }

    private static long count(CallPath path) {
        return path.calls() + path.unfinished();
    }

    /** Returns the time that a path took in one of the other root calls, on average. */
    private double usualNanos(CallPath path) {
        CallPath sum = sums.get(path);
        return sum == null ? Double.NaN : (double) (sum.totalNanos() - path.totalNanos()) / others;
    }

    private boolean isInNoOther(CallPath path) {
        CallPath sum = sums.get(path);
        return sum != null && count(sum) == count(path);
    }

    /** Returns what to say of a path within the root call; empty unless it explains half of what that took longer. */
    String remark(CallPath path) {
        double usual = usualNanos(path);
        if (!(path.totalNanos() - usual >= moreNanos / 2)) {
            return ""; // or one of them is not known
        }
        CallPath caller = callers.get(path);
        if (isInNoOther(path)) {
            return caller != null && isInNoOther(caller) ? "" : "  (in none of the other " + others + ")";
        }
        return "  (the other " + others + " took " + DurationText.of(usual) + " on average)";
    }
}
