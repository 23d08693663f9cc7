// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.sample;

import dev.jtracer.engine.event.StackFrames;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.handler.sample.Samples.Problem;
import dev.jtracer.engine.handler.sample.Samples.Profile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** A handler that collects V8's profiles and events of the phase {@code P}, in a tree of each thread's stacks. */
public final class SamplesHandler extends StackCollector<SamplesHandler.EventSamples, Samples> {
    public SamplesHandler() {}

    @Override
    EventSamples create() {
        return new EventSamples();
    }

    @Override
    void sample(TraceEvent event, EventSamples ofThread) {
        ofThread.add(event);
    }

    @Override
    protected Samples result() {
        List<Profile> all = new ArrayList<>(profiles.profiles());
        threads.forEach(
                (thread, samples) -> all.add(samples.profile(thread, context().stackFrames(), problems)));
        return new Samples(all);
    }

    /** The sample events of one thread and kind during collection. */
    static final class EventSamples {
        private final SampleTree.Builder builder = new SampleTree.Builder();
        private final EventStacks stacks = new EventStacks(builder);
        private final List<TimedSample> samples = new ArrayList<>();

        private void add(TraceEvent event) {
            samples.add(new TimedSample(event.tsNanos(), stacks.node(event)));
        }

        private Profile profile(SampledThread thread, StackFrames table, Map<Problem, Long> problems) {
            int[] known = stacks.resolve(table, problems);
            int[] nodes = Arrays.stream(TimedSample.sortedNodes(samples))
                    .map(node -> EventStacks.resolved(node, known))
                    .toArray();
            return new Profile(
                    thread.key().pid(), thread.key().tid(), thread.kind(), builder.build(nodes), new long[0], nodes);
        }
    }
}
