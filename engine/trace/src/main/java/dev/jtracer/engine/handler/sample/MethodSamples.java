// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.sample;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The samples of one method.
 *
 * @param name name of the method
 * @param self samples in which it was running
 * @param total samples whose stack contains it, each once however often it is in the stack
 */
public record MethodSamples(String name, long self, long total) {
    private static final Comparator<MethodSamples> ORDER = Comparator.comparingLong(MethodSamples::self)
            .thenComparingLong(MethodSamples::total)
            .reversed()
            .thenComparing(MethodSamples::name);

    /** Returns the samples by method, the most self samples first. */
    static List<MethodSamples> of(List<SampleTotals.ThreadStacks> threads) {
        Map<String, Sums> sums = new HashMap<>();
        threads.forEach(thread -> add(thread.tree(), sums));
        List<MethodSamples> methods = new ArrayList<>(sums.size());
        sums.forEach((name, sum) -> methods.add(new MethodSamples(name, sum.self, sum.total)));
        methods.sort(ORDER);
        return methods;
    }

    /* Not recursive: a stack may be very deep. */
    private static void add(SampleTree tree, Map<String, Sums> sums) {
        Deque<Sums> open = new ArrayDeque<>();
        int node = tree.firstChild(SampleTree.ROOT);
        while (node != SampleTree.NONE) {
            Sums sum = sums.computeIfAbsent(tree.frame(node).name(), name -> new Sums());
            sum.self += tree.selfCount(node);
            if (sum.open++ == 0) {
                sum.total += tree.totalCount(node);
            }
            open.push(sum);
            int next = tree.firstChild(node);
            while (next == SampleTree.NONE && !open.isEmpty()) {
                open.pop().open--;
                next = tree.nextSibling(node);
                node = tree.parent(node);
            }
            node = next;
        }
    }

    private static final class Sums {
        private long self;
        private long total;
        /** Number of frames of the method on the path from the root. */
        private int open;
    }
}
