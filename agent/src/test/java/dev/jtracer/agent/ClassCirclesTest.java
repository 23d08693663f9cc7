// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Circles of classes in the agent, the bootstrap section and the engine: only those that are one thing in several
 * files.
 */
class ClassCirclesTest {
    private static final Set<String> AGENT_CIRCLES = Set.of(
            // A contract and its parameter type.
            "agent.cli.command.Arguments agent.cli.command.Command",
            // An interface and its only implementations, between which its factory method chooses.
            "agent.cli.attach.Attachment agent.cli.attach.JdkAttachment agent.cli.attach.SocketAttachment");

    private static final Set<String> ENGINE_CIRCLES = Set.of(
            // Interfaces and the only classes that may implement them.
            "engine.importer.ContainerImporter engine.importer.FormatImporter engine.importer.TraceImporter",
            "engine.pairing.OpenSpans engine.pairing.TrackSpans",
            // A contract and its parameter types.
            "engine.handler.EventHandler engine.handler.HandlerContext",
            // A node of a tree and the set of its children.
            "engine.handler.path.PathNode engine.handler.path.PathNodes",
            // A report and the reports of its parts.
            "engine.event.ImportReport engine.event.SourceReport",
            // An event and the batch that it is copied into.
            "engine.chrome.read.EventBatch engine.chrome.read.ReadDetails",
            // Samples and their counts by method; a report and the notes on it.
            "engine.handler.sample.MethodSamples engine.handler.sample.SampleTotals",
            "engine.report.DataQuality engine.report.TimingCost engine.report.TraceReport");

    @Test
    void classes_haveNoCirclesButThoseNamedHere() {
        Map<String, Set<String>> dependencies = CompiledModules.dependencies();

        Set<String> circles = circles(dependencies);

        assertThat(dependencies).hasSizeGreaterThan(300);
        assertThat(in("agent.", circles)).containsExactlyInAnyOrderElementsOf(AGENT_CIRCLES);
        assertThat(in("bootstrap.", circles)).isEmpty();
        assertThat(in("engine.", circles)).containsExactlyInAnyOrderElementsOf(ENGINE_CIRCLES);
        assertThat(circles).hasSize(AGENT_CIRCLES.size() + ENGINE_CIRCLES.size());
    }

    /** Returns each circle as the sorted names of its classes, separated by blanks and without the common prefix. */
    static Set<String> circles(Map<String, Set<String>> dependencies) {
        Map<String, Set<String>> reachable = new TreeMap<>();
        dependencies.keySet().forEach(name -> reachable.put(name, reachable(name, dependencies)));
        Set<String> circles = new TreeSet<>();
        reachable.forEach((name, reached) -> {
            Set<String> circle = new TreeSet<>(reached);
            circle.removeIf(other -> !reachable.getOrDefault(other, Set.of()).contains(name));
            circle.add(name);
            if (circle.size() > 1) {
                circles.add(String.join(" ", circle).replace("dev.jtracer.", ""));
            }
        });
        return circles;
    }

    private static Set<String> reachable(String from, Map<String, Set<String>> dependencies) {
        Set<String> reached = new HashSet<>();
        Deque<String> open = new ArrayDeque<>(Set.of(from));
        while (!open.isEmpty()) {
            for (String next : dependencies.getOrDefault(open.remove(), Set.of())) {
                if (reached.add(next)) {
                    open.add(next);
                }
            }
        }
        return reached;
    }

    private static Set<String> in(String section, Set<String> circles) {
        return circles.stream()
                .filter(circle -> Arrays.stream(circle.split(" ")).anyMatch(name -> name.startsWith(section)))
                .collect(Collectors.toSet());
    }
}
