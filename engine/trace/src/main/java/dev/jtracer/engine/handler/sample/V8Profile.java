// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.sample;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.handler.TraceUnits;
import dev.jtracer.engine.handler.sample.Samples.Problem;
import dev.jtracer.engine.handler.sample.Samples.Profile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A profile of V8 during collection: nodes, and samples that name them, in one piece ({@code CpuProfile}) or in many
 * ({@code Profile} and {@code ProfileChunk}). Times are differences in microseconds to the previous sample.
 */
final class V8Profile {
    private record Node(@Nullable Long parent, SampleTree.Frame frame) {}

    private record Piece(long tsNanos, List<?> samples, List<?> timeDeltas) {}

    private final Map<Problem, Long> problems;
    private final Map<Long, Node> nodes = new HashMap<>();
    private final List<Piece> pieces = new ArrayList<>();
    private final long pid;
    private long tid;
    private @Nullable Long startNanos;
    private @Nullable Long endNanos;

    V8Profile(TraceEvent event, Map<Problem, Long> problems) {
        this.pid = event.pid();
        this.tid = event.tid();
        this.problems = problems;
    }

    /** Takes the beginning of a profile in many pieces. Its thread is the sampled thread. */
    void start(TraceEvent event, Args data) {
        tid = event.tid();
        Number start = data.number("startTime");
        startNanos = start == null ? event.tsNanos() : TraceUnits.microsToNanos(start);
    }

    /** Takes one of many pieces. */
    void piece(TraceEvent event, Args data) {
        takeEnd(data);
        Args profile = data.object("cpuProfile");
        takeNodes(profile);
        List<?> samples = list(profile, "samples");
        List<?> deltas = list(data, "timeDeltas");
        pieces.add(new Piece(event.tsNanos(), samples, deltas.isEmpty() ? list(profile, "timeDeltas") : deltas));
    }

    /** Takes a profile in one piece. */
    void whole(TraceEvent event, Args data) {
        Args profile = data.object("cpuProfile");
        start(event, profile);
        takeEnd(profile);
        piece(event, data);
    }

    private void takeEnd(Args data) {
        Number end = data.number("endTime");
        endNanos = end == null ? endNanos : Long.valueOf(TraceUnits.microsToNanos(end));
    }

    private static List<?> list(Args data, String key) {
        return data.asMap().get(key) instanceof List<?> list ? list : List.of();
    }

    private void takeNodes(Args profile) {
        Map<Long, Long> parentByChild = new HashMap<>();
        for (Object item : list(profile, "nodes")) {
            if (item instanceof Map<?, ?> node && node.get("id") instanceof Number number) {
                if (node.get("children") instanceof List<?> children) {
                    children.forEach(child -> parentByChild.put(id(child), number.longValue()));
                }
                Object callFrame = node.get("callFrame");
                SampleTree.Frame frame = frame(callFrame instanceof Map<?, ?> members ? members : node);
                Long parent = node.get("parent") instanceof Number above ? Long.valueOf(above.longValue()) : null;
                nodes.put(number.longValue(), new Node(parent, frame));
            }
        }
        parentByChild.forEach(
                (child, parent) -> nodes.computeIfPresent(child, (number, node) -> new Node(parent, node.frame)));
    }

    private static long id(@Nullable Object value) {
        return value instanceof Number number ? number.longValue() : Long.MIN_VALUE;
    }

    private static SampleTree.Frame frame(Map<?, ?> members) {
        Object name = members.get("functionName");
        Object url = members.get("url");
        Object line = members.get("lineNumber");
        return new SampleTree.Frame(
                name instanceof String text ? text : "",
                url instanceof String text ? text : "",
                line instanceof Number number ? Math.max(0, number.intValue() + 1) : 0);
    }

    /** Returns the profile. Call it after the last piece. */
    Profile profile() {
        pieces.sort(Comparator.comparingLong(Piece::tsNanos));
        Stacks stacks = new Stacks();
        List<TimedSample> samples = new ArrayList<>();
        long clock = startNanos != null ? startNanos : pieces.isEmpty() ? 0 : pieces.get(0).tsNanos;
        for (Piece piece : pieces) {
            clock = addSamples(piece, clock, stacks, samples);
        }
        int[] sampleNodes = TimedSample.sortedNodes(samples);
        return new Profile(pid, tid, "", stacks.builder.build(sampleNodes), durations(samples), sampleNodes);
    }

    private long addSamples(Piece piece, long startClock, Stacks stacks, List<TimedSample> samples) {
        boolean usable = piece.samples.size() == piece.timeDeltas.size();
        if (!usable) {
            count(Problem.LENGTH_MISMATCH);
        }
        long clock = startClock;
        for (int i = 0; i < piece.timeDeltas.size(); i++) {
            // Ignored samples advance the clock too, or later samples would be too early.
            clock += piece.timeDeltas.get(i) instanceof Number delta ? TraceUnits.microsToNanos(delta) : 0;
            int node = usable ? stacks.node(id(piece.samples.get(i))) : SampleTree.NONE;
            if (node != SampleTree.NONE) {
                samples.add(new TimedSample(clock, node));
            } else if (usable) {
                count(Problem.UNKNOWN_NODE);
            }
        }
        return clock;
    }

    // A sample represents the time until the next sample.
    private long[] durations(List<TimedSample> samples) {
        long[] durations = new long[samples.size()];
        for (int i = 0; i < durations.length; i++) {
            long start = samples.get(i).tsNanos();
            boolean isLast = i + 1 == durations.length;
            long end = !isLast ? samples.get(i + 1).tsNanos() : endNanos != null ? endNanos : start;
            durations[i] = Math.max(0, end - start);
        }
        return durations;
    }

    private void count(Problem problem) {
        problems.merge(problem, 1L, Long::sum);
    }

    /** A conversion of V8's nodes to nodes of the tree, each after its parent. */
    private final class Stacks {
        final SampleTree.Builder builder = new SampleTree.Builder();
        private final Map<Long, Integer> treeNodes = new HashMap<>();

        /** Returns the tree's node for one of V8's; {@link SampleTree#NONE} if it is unknown. */
        int node(long number) {
            Integer known = treeNodes.get(number);
            if (known == null) {
                return nodes.containsKey(number) ? add(number) : SampleTree.NONE;
            }
            return known;
        }

        // Not recursive: a stack may be very deep. A path with more steps than there are nodes is a cycle.
        private int add(long number) {
            long[] path = new long[8];
            int length = 0;
            Long above = number;
            while (above != null && !treeNodes.containsKey(above) && length < nodes.size()) {
                Node node = nodes.get(above);
                if (node == null) {
                    break;
                }
                path = length == path.length ? Arrays.copyOf(path, length * 2) : path;
                path[length++] = above;
                above = node.parent;
            }
            int parent = above == null ? SampleTree.ROOT : treeNodes.getOrDefault(above, SampleTree.ROOT);
            for (int i = length - 1; i >= 0; i--) {
                parent = add(path[i], parent);
            }
            return parent;
        }

        private int add(long number, int parent) {
            Node node = nodes.get(number);
            // V8 names its own root, which is that of the tree.
            int treeNode =
                    node == null || (node.parent == null && node.frame.name().equals("(root)"))
                            ? parent
                            : builder.child(parent, node.frame);
            treeNodes.put(number, treeNode);
            return treeNode;
        }
    }
}
