// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.sample;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.StackFrames;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.ThreadKey;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.handler.HandlerContext;
import dev.jtracer.engine.handler.HandlerState;
import dev.jtracer.engine.handler.sample.Samples.Problem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * A handler that counts samples by their stacks. Its memory grows with the different stacks, up to a limit that depends on the
 * heap, and not with the samples; only profiles of V8 are kept until their end, because their parts may come in any order.
 */
public final class SampleTotalsHandler implements EventHandler<SampleTotals> {
    private record SampledThread(ThreadKey key, String kind) {}

    private final HandlerState state = new HandlerState(SampleTotalsHandler.class);
    private final Map<SampledThread, Counts> threads = new LinkedHashMap<>();
    private final Map<String, KindCounts> kinds = new LinkedHashMap<>();
    private final Map<Problem, Long> problems = new EnumMap<>(Problem.class);
    private V8Profiles profiles = new V8Profiles(new StringTable(), problems);
    private StackFrames stackFrames = StackFrames.NONE;
    private SampleLimit limit = SampleLimit.ofHeap();
    private long other;
    private SampleTotals result = SampleTotals.EMPTY;

    /** Creates a handler. */
    public SampleTotalsHandler() {}

    @Override
    public Set<Phase> phases() {
        return Set.of(Phase.SAMPLE, Phase.COMPLETE, Phase.INSTANT, Phase.INSTANT_OLD);
    }

    @Override
    public void reset() {
        state.reset();
        clear();
        problems.clear();
        other = 0;
        result = SampleTotals.EMPTY;
    }

    private void clear() {
        profiles = new V8Profiles(new StringTable(), problems);
        threads.clear();
        kinds.clear();
        limit = SampleLimit.ofHeap();
    }

    @Override
    public void initialize(HandlerContext context) {
        state.initialize();
        profiles = new V8Profiles(context.names(), problems);
        stackFrames = context.stackFrames();
    }

    @Override
    public void handleEvent(TraceEvent event) {
        if (profiles.take(event)) {
            return;
        }
        if (event.phase() == Phase.SAMPLE) {
            sample(event);
        } else if (event.phase() == Phase.INSTANT && event.name().equals(TraceWords.SAMPLING)) {
            String period = event.args().text(TraceWords.PERIOD);
            if (period != null) {
                kind(String.valueOf(event.args().text(TraceWords.SAMPLES)))
                        .periods
                        .add(period);
            }
        }
    }

    private void sample(TraceEvent event) {
        String category = event.category();
        KindCounts kind = kind(category);
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
        threads.computeIfAbsent(
                        new SampledThread(new ThreadKey(event.pid(), event.tid()), category), key -> new Counts(limit))
                .add(event);
    }

    private KindCounts kind(String name) {
        return kinds.computeIfAbsent(name, added -> new KindCounts());
    }

    @Override
    public void finish() {
        state.finish();
        List<SampleTotals.ThreadStacks> stacks = new ArrayList<>();
        for (Samples.Profile profile : profiles.profiles()) {
            kind(SampleTotals.V8).samples += profile.size();
            stacks.add(new SampleTotals.ThreadStacks(profile.pid(), profile.tid(), SampleTotals.V8, profile.tree()));
        }
        threads.forEach((thread, counts) -> {
            SampleTree tree = counts.tree(id -> SampleTree.Frame.of(stackFrames, id), problems);
            stacks.add(new SampleTotals.ThreadStacks(thread.key.pid(), thread.key.tid(), thread.kind, tree));
            other += counts.other;
        });
        List<SampleTotals.Kind> all = new ArrayList<>();
        kinds.forEach((name, kind) -> {
            if (kind.samples > 0) {
                all.add(new SampleTotals.Kind(
                        name, kind.samples, kind.withoutStack, kind.cutStacks, List.copyOf(kind.periods)));
            }
        });
        clear();
        result = new SampleTotals(stacks, all, other, problems);
    }

    @Override
    public SampleTotals data() {
        state.requireFinished();
        return result;
    }

    private static final class KindCounts {
        private long samples;
        private long withoutStack;
        private long cutStacks;
        private final Set<String> periods = new LinkedHashSet<>();
    }

    /** The samples of one thread and kind during collection. */
    private static final class Counts {
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
            builder.count(node, samples, 0);
        }

        SampleTree tree(Function<String, List<SampleTree.Frame>> framesById, Map<Problem, Long> problems) {
            int[] nodes = stacks.resolve(framesById, problems);
            for (int i = 0; i < nodes.length; i++) {
                count(nodes[i], unresolved[i]);
            }
            return builder.build();
        }
    }
}
