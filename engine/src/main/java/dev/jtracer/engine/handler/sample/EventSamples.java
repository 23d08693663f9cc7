// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.sample;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.handler.sample.Samples.Problem;
import dev.jtracer.engine.handler.sample.Samples.Profile;
import dev.jtracer.engine.handler.sample.Samples.Source;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The sample events of one thread during collection. A sample has its stack as a list from the outermost frame on ({@code
 * stack}), as the id of its innermost frame in the trace's table ({@code sf}), or only as its name.
 */
final class EventSamples {
    private record Pending(long tsNanos, SampleTree.Frame name, Object stack) {}

    private static final Object NO_STACK = new Object();

    private final long pid;
    private final long tid;
    private final List<Pending> samples = new ArrayList<>();

    EventSamples(long pid, long tid) {
        this.pid = pid;
        this.tid = tid;
    }

    void add(TraceEvent event) {
        Args fields = event.otherFields();
        Object stack = fields.asMap().get("stack");
        Object frameId = fields.asMap().get("sf");
        Object known = stack instanceof List<?> ? stack : frameId != null ? frameId.toString() : NO_STACK;
        samples.add(new Pending(event.tsNanos(), new SampleTree.Frame(event.name(), event.category(), 0), known));
    }

    /**
     * Returns the profile. Call it after the last event.
     *
     * @param framesById the frames from an id's on to the outermost; empty for an unknown id
     */
    Profile profile(Function<String, List<SampleTree.Frame>> framesById, Map<Problem, Long> problems) {
        SampleTree.Builder builder = new SampleTree.Builder();
        SampleColumns columns = new SampleColumns();
        Map<String, Integer> nodesById = new HashMap<>(); // many samples end in the same frame
        for (Pending sample : samples) {
            int node = SampleTree.ROOT;
            if (sample.stack instanceof List<?> frames) {
                for (Object frame : frames) {
                    node = builder.child(node, new SampleTree.Frame(String.valueOf(frame), "", 0));
                }
            } else if (sample.stack instanceof String frameId) {
                node = nodesById.computeIfAbsent(frameId, id -> node(framesById.apply(id), builder));
                if (node == SampleTree.ROOT) {
                    problems.merge(Problem.UNKNOWN_FRAME, 1L, Long::sum);
                }
            }
            columns.add(sample.tsNanos, node == SampleTree.ROOT ? builder.child(node, sample.name) : node);
        }
        columns.sort();
        long[] tsNanos = columns.tsNanos();
        int[] nodes = columns.nodes();
        return new Profile(pid, tid, Source.EVENTS, "", builder.build(nodes, new long[nodes.length]), tsNanos, nodes);
    }

    private static int node(List<SampleTree.Frame> innermostFirst, SampleTree.Builder builder) {
        int node = SampleTree.ROOT;
        for (int i = innermostFirst.size() - 1; i >= 0; i--) {
            node = builder.child(node, innermostFirst.get(i));
        }
        return node;
    }
}
