// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.sample;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.StackFrames;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.handler.sample.Samples.Problem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The stacks of sample events, as nodes of a tree. A sample has its stack as a list from the outermost frame on
 * ({@code stack}), as the id of its innermost frame in the trace's table ({@code sf}), or only as its name.
 */
final class EventStacks {
    /** The first of the numbers, downwards, for ids whose frames may come later in the trace. */
    private static final int FIRST_UNRESOLVED = -2;

    private record Unresolved(String frameId, SampleTree.Frame name) {}

    private final SampleTree.Builder builder;
    private final Map<Unresolved, Integer> numbers = new HashMap<>(); // many samples end in the same frame
    private final List<Unresolved> unresolved = new ArrayList<>();
    /** The number of samples of each. */
    private final List<long[]> counts = new ArrayList<>();

    EventStacks(SampleTree.Builder builder) {
        this.builder = builder;
    }

    /** Returns the node of an event's stack, or below {@link SampleTree#ROOT} a number for {@link #resolved}. */
    int node(TraceEvent event) {
        Args fields = event.otherFields();
        Object stack = fields.asMap().get("stack");
        if (stack instanceof List<?> frames && !frames.isEmpty()) {
            int node = SampleTree.ROOT;
            for (Object frame : frames) {
                node = builder.child(node, new SampleTree.Frame(String.valueOf(frame), "", 0));
            }
            return node;
        }
        Object frameId = fields.asMap().get("sf");
        SampleTree.Frame name = new SampleTree.Frame(event.name(), event.category(), 0);
        return frameId == null
                ? builder.child(SampleTree.ROOT, name)
                : numberOf(new Unresolved(frameId.toString(), name));
    }

    private int numberOf(Unresolved sample) {
        int number = numbers.computeIfAbsent(sample, added -> {
            unresolved.add(added);
            counts.add(new long[1]);
            return FIRST_UNRESOLVED - (unresolved.size() - 1);
        });
        counts.get(number(number))[0]++;
        return number;
    }

    /**
     * Returns the nodes for the numbers below 0, for {@link #resolved}. Call it after the last event, when the table
     * is complete.
     *
     * @param table the frames of the trace
     */
    int[] resolve(StackFrames table, Map<Problem, Long> problems) {
        return IntStream.range(0, unresolved.size())
                .map(i -> {
                    Unresolved sample = unresolved.get(i);
                    List<StackFrames.Frame> innermostFirst = table.stack(sample.frameId);
                    if (innermostFirst.isEmpty()) {
                        problems.merge(Problem.UNKNOWN_FRAME, counts.get(i)[0], Long::sum);
                        return builder.child(SampleTree.ROOT, sample.name);
                    }
                    int node = SampleTree.ROOT;
                    for (int k = innermostFirst.size() - 1; k >= 0; k--) {
                        StackFrames.Frame frame = innermostFirst.get(k);
                        node = builder.child(node, new SampleTree.Frame(frame.name(), frame.category(), 0));
                    }
                    return node;
                })
                .toArray();
    }

    /** Returns whether a result of {@link #node} is a node, and not the number of an id. */
    static boolean isResolved(int node) {
        return node >= SampleTree.ROOT;
    }

    /** Returns the index in the result of {@link #resolve} for a result of {@link #node} that is no node. */
    static int number(int node) {
        return FIRST_UNRESOLVED - node;
    }

    /** Returns the node for a result of {@link #node}. */
    static int resolved(int node, int[] nodes) {
        return isResolved(node) ? node : nodes[number(node)];
    }
}
