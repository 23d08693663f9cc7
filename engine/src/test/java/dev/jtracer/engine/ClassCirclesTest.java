// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.event.TraceEvent;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** No classes depend on each other in a circle, but for those that are one thing in several files. Constants count. */
class ClassCirclesTest {
    private static final String ENGINE = "dev.jtracer.engine.";

    private static final Set<String> CIRCLES_THAT_ARE_ONE_THING = Set.of(
            // Interfaces and the only classes that may implement them.
            "importer.ContainerImporter importer.FormatImporter importer.TraceImporter",
            "pairing.OpenSpans pairing.TrackSpans",
            "pairing.EventKey pairing.EventKeyParser",
            // A contract and what it hands to those who fulfil it.
            "event.EventCopy event.TraceEvent",
            "handler.EventHandler handler.HandlerContext",
            "importer.FormatProbe importer.TraceData",
            // A report and the reports of its parts.
            "event.ImportReport event.SourceReport",
            // Registries of types, which are asked by the objects that have a type.
            "view.ObjectInstance view.ObjectSnapshot view.ObjectType view.ObjectTypes",
            "view.Slice view.SliceData view.SliceType view.SliceTypes");

    private static final Pattern ARROW =
            Pattern.compile("\\s+" + Pattern.quote(ENGINE) + "(\\S+)\\s+-> " + Pattern.quote(ENGINE) + "(\\S+).*");

    private static Map<String, Set<String>> dependencies() throws IOException, URISyntaxException {
        Path classes = Path.of(TraceEvent.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        List<String> arguments = new ArrayList<>(List.of("-v"));
        try (Stream<Path> files = Files.walk(classes)) {
            files.map(Path::toString)
                    .filter(file -> file.endsWith(".class") && !file.endsWith(File.separator + "module-info.class"))
                    .forEach(arguments::add);
        }
        StringWriter text = new StringWriter();
        ToolProvider jdeps = ToolProvider.findFirst("jdeps").orElseThrow();
        PrintWriter out = new PrintWriter(text);
        assertThat(jdeps.run(out, out, arguments.toArray(String[]::new))).isZero();
        Map<String, Set<String>> dependencies = new HashMap<>();
        text.toString().lines().map(ARROW::matcher).filter(Matcher::matches).forEach(arrow -> dependencies
                .computeIfAbsent(topLevel(arrow.group(1)), name -> new HashSet<>())
                .add(topLevel(arrow.group(2))));
        return dependencies;
    }

    private static String topLevel(String name) {
        return name.replaceFirst("\\$.*", "");
    }

    private static Set<String> reachable(String from, Map<String, Set<String>> dependencies) {
        Set<String> reached = new HashSet<>();
        Deque<String> open = new ArrayDeque<>(dependencies.getOrDefault(from, Set.of()));
        while (!open.isEmpty()) {
            String next = open.remove();
            if (!next.equals(from) && reached.add(next)) {
                open.addAll(dependencies.getOrDefault(next, Set.of()));
            }
        }
        return reached;
    }

    @Test
    void classes_haveNoCirclesButThoseNamedHere() throws IOException, URISyntaxException {
        Map<String, Set<String>> dependencies = dependencies();
        Map<String, Set<String>> reachable = new HashMap<>();
        dependencies.keySet().forEach(name -> reachable.put(name, reachable(name, dependencies)));

        Set<String> circles = new TreeSet<>();
        reachable.forEach((name, reached) -> {
            Set<String> circle = new TreeSet<>(reached);
            circle.removeIf(other -> !reachable.getOrDefault(other, Set.of()).contains(name));
            if (!circle.isEmpty()) {
                circle.add(name);
                circles.add(String.join(" ", circle));
            }
        });

        assertThat(dependencies).hasSizeGreaterThan(200);
        assertThat(circles).containsExactlyInAnyOrderElementsOf(CIRCLES_THAT_ARE_ONE_THING);
        assertThat(CIRCLES_THAT_ARE_ONE_THING).allSatisfy(circle -> assertThat(Arrays.asList(circle.split(" ")))
                .isSorted());
    }
}
