// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.sample;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.StackFrames;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.handler.sample.Samples.Problem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A handler that counts samples by their stacks. Its memory grows with the different stacks, up to a limit that
 * depends on the heap, and not with the samples; only profiles of V8 stay until their end, because their parts
 * may come in any order.
 */
public final class SampleTotalsHandler extends StackCollector<SampleTotalsHandler.Counts, SampleTotals> {
    private final Map<String, KindCounts> kinds = new LinkedHashMap<>();
    private final SampleLimit limit = SampleLimit.ofHeap();

    public SampleTotalsHandler() {}

    @Override
    Counts create() {
        return new Counts(limit);
    }

    @Override
    void other(TraceEvent event) {
        if (event.phase() == Phase.INSTANT && event.name().equals(TraceWords.SAMPLING)) {
            String period = event.args().text(TraceWords.PERIOD);
            if (period != null) {
                kind(String.valueOf(event.args().text(TraceWords.SAMPLES)))
                        .periods
                        .add(period);
            }
        }
    }

    @Override
    void sample(TraceEvent event, Counts ofThread) {
        KindCounts kind = kind(event.category());
        kind.samples++;
        Args fields = event.otherFields();
        if (fields.asMap().get("stack") instanceof List<?> stack
                ? stack.isEmpty()
                : fields.asMap().get("sf") == null) {
            kind.withoutStack++;
        }
        if (Boolean.TRUE.equals(fields.asMap().get(TraceWords.CUT_STACK))) {
            kind.cutStacks++;
        }
        ofThread.add(event);
    }

    private KindCounts kind(String name) {
        return kinds.computeIfAbsent(name, added -> new KindCounts());
    }

    @Override
    protected SampleTotals result() {
        List<SampleTotals.ThreadStacks> stacks = new ArrayList<>();
        for (Samples.Profile profile : profiles.profiles()) {
            kind(SampleTotals.V8).samples += profile.size();
            stacks.add(new SampleTotals.ThreadStacks(profile.pid(), profile.tid(), SampleTotals.V8, profile.tree()));
        }
        threads.forEach((thread, counts) -> {
            SampleTree tree = counts.tree(context().stackFrames(), problems);
            stacks.add(new SampleTotals.ThreadStacks(
                    thread.key().pid(), thread.key().tid(), thread.kind(), tree));
        });
        List<SampleTotals.Kind> all = new ArrayList<>();
        kinds.forEach((name, kind) -> {
            if (kind.samples > 0) {
                all.add(new SampleTotals.Kind(
                        name, kind.samples, kind.withoutStack, kind.cutStacks, List.copyOf(kind.periods)));
            }
        });
        long other = threads.values().stream().mapToLong(counts -> counts.other).sum();
        return new SampleTotals(stacks, all, other, problems);
    }

    private static final class KindCounts {
        private long samples;
        private long withoutStack;
        private long cutStacks;
        private final Set<String> periods = new LinkedHashSet<>();
    }

    /** The samples of one thread and kind during collection. */
    static final class Counts {
        private final SampleTree.Builder builder;
        private final EventStacks stacks;
        /** By number of the id of a frame whose frames may come later. */
        private long[] unresolved = new long[0];

        private long other;

        Counts(SampleLimit limit) {
            this.builder = new SampleTree.Builder(limit);
            this.stacks = new EventStacks(builder);
        }

        void add(TraceEvent event) {
            int node = stacks.node(event);
            if (EventStacks.isResolved(node)) {
                count(node, 1);
            } else {
                int number = EventStacks.number(node);
                if (number >= unresolved.length) {
                    unresolved = Arrays.copyOf(unresolved, Math.max(8, 2 * number));
                }
                unresolved[number]++;
            }
        }

        private void count(int node, long samples) {
            other += builder.isOther(node) ? samples : 0;
            builder.count(node, samples);
        }

        SampleTree tree(StackFrames table, Map<Problem, Long> problems) {
            int[] nodes = stacks.resolve(table, problems);
            for (int i = 0; i < nodes.length; i++) {
                count(nodes[i], unresolved[i]);
            }
            return builder.build();
        }
    }
}
