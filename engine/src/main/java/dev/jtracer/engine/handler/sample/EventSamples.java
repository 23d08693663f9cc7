// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.sample;

import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.handler.sample.Samples.Problem;
import dev.jtracer.engine.handler.sample.Samples.Profile;
import dev.jtracer.engine.handler.sample.Samples.Source;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The sample events of one thread and kind during collection, each with its time. */
final class EventSamples {
    private final long pid;
    private final long tid;
    private final String kind;
    private final SampleTree.Builder builder = new SampleTree.Builder();
    private final EventStacks stacks = new EventStacks(builder);
    private final SampleColumns columns = new SampleColumns();

    EventSamples(long pid, long tid, String kind) {
        this.pid = pid;
        this.tid = tid;
        this.kind = kind;
    }

    void add(TraceEvent event) {
        columns.add(event.tsNanos(), stacks.node(event));
    }

    /**
     * Returns the profile. Call it after the last event.
     *
     * @param framesById the frames from an id's on to the outermost; empty for an unknown id
     */
    Profile profile(Function<String, List<SampleTree.Frame>> framesById, Map<Problem, Long> problems) {
        int[] known = stacks.resolve(framesById, problems);
        columns.sort();
        long[] tsNanos = columns.tsNanos();
        int[] nodes = Arrays.stream(columns.nodes())
                .map(node -> EventStacks.resolved(node, known))
                .toArray();
        SampleTree tree = builder.build(nodes, new long[nodes.length]);
        return new Profile(pid, tid, Source.EVENTS, kind, tree, tsNanos, new long[0], nodes);
    }
}
