// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Every class of the agent, the engine and the Spark module is reached from a door: an entry point of the agent or of
 * a command, a service, the section that woven code calls, Spark's entry point, or the library as the engine's README
 * shows it.
 */
class DoorTest {
    /**
     * Entry points that the JVM or the agent's loaders find by name, {@code Launcher} and {@code AgentMain} among
     * them.
     */
    private static final Set<String> ENTRY_POINTS = Set.of(
            "dev.jtracer.AgentMain",
            "dev.jtracer.Launcher",
            "dev.jtracer.Tracer",
            "dev.jtracer.agent.AgentStarter",
            "dev.jtracer.agent.BootstrapSection",
            "dev.jtracer.agent.cli.Main");

    private static final String WOVEN = "dev.jtracer.bootstrap.";

    private static final String SPARK_DOOR = "JtracerSpark";

    /** A list of all handlers reaches each of them, and shows none. */
    private static final String NO_DOOR = "dev.jtracer.engine.model.HandlerSet";

    private static final Pattern IMPORT =
            Pattern.compile("^import (?:static )?(dev\\.jtracer\\.[a-z0-9_.]*[A-Z]\\w*)", Pattern.MULTILINE);
    private static final Pattern WORD = Pattern.compile("\\b[A-Z]\\w+");

    @Test
    void everyClass_isReachedFromADoor() throws IOException {
        Map<String, Set<String>> dependencies = CompiledModules.dependencies();
        dependencies.put(NO_DOOR, Set.of());
        Set<String> classes = classes();
        Set<String> doors = new HashSet<>(ENTRY_POINTS);
        classes.stream().filter(name -> name.startsWith(WOVEN)).forEach(doors::add);
        doors.addAll(services());
        doors.addAll(imports(Files.readString(CompiledModules.TOP.resolve("engine/README.md"))));
        for (Path source : sparkSources()) {
            doors.addAll(imports(Files.readString(source)));
        }

        Set<String> unreached = new TreeSet<>(classes);
        unreached.removeAll(reached(doors, dependencies));

        assertThat(classes).hasSizeGreaterThan(500).containsAll(ENTRY_POINTS);
        assertThat(unreached).isEmpty();
    }

    /**
     * Spark's module is compiled after this one, so its sources are read: a name of a class there is a reference to
     * it.
     */
    @Test
    void everyClassOfTheSparkModule_isReachedFromItsEntryPoint() throws IOException {
        Map<String, Set<String>> words = new TreeMap<>();
        for (Path source : sparkSources()) {
            Matcher word = WORD.matcher(Files.readString(source));
            words.put(
                    source.getFileName().toString().replace(".java", ""),
                    word.results().map(MatchResult::group).collect(Collectors.toSet()));
        }
        Set<String> doors = new HashSet<>(Set.of(SPARK_DOOR));
        doors.addAll(simpleNames(services(CompiledModules.TOP.resolve("engine/spark"))));

        Set<String> unreached = new TreeSet<>(words.keySet());
        unreached.removeAll(reached(doors, words));

        assertThat(words).containsKey(SPARK_DOOR);
        assertThat(unreached).isEmpty();
    }

    private static Set<String> reached(Set<String> doors, Map<String, Set<String>> dependencies) {
        Set<String> reached = new HashSet<>();
        Deque<String> open = new ArrayDeque<>(doors);
        while (!open.isEmpty()) {
            String next = open.remove();
            if (reached.add(next)) {
                open.addAll(dependencies.getOrDefault(next, Set.of()));
            }
        }
        return reached;
    }

    /** Returns the names of the top-level classes of the agent and the engine. */
    private static Set<String> classes() throws IOException {
        Set<String> classes = new TreeSet<>();
        for (String module : CompiledModules.MODULES) {
            Path root = CompiledModules.TOP.resolve(module).resolve("src/main/java");
            for (Path source : sources(root)) {
                classes.add(
                        root.relativize(source).toString().replace(".java", "").replace('/', '.'));
            }
        }
        return classes;
    }

    private static Set<Path> sparkSources() throws IOException {
        return sources(CompiledModules.TOP.resolve("engine/spark/src/main/java"));
    }

    private static Set<Path> sources(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !file.endsWith("package-info.java") && !file.endsWith("module-info.java"))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private static Set<String> imports(String text) {
        Set<String> imports = new HashSet<>();
        Matcher found = IMPORT.matcher(text);
        while (found.find()) {
            imports.add(found.group(1));
        }
        return imports;
    }

    private static Set<String> services() throws IOException {
        Set<String> services = new HashSet<>();
        for (String module : CompiledModules.MODULES) {
            services.addAll(services(CompiledModules.TOP.resolve(module)));
        }
        return services;
    }

    private static Set<String> services(Path module) throws IOException {
        Path folder = module.resolve("src/main/resources/META-INF/services");
        if (!Files.isDirectory(folder)) {
            return Set.of();
        }
        Set<String> services = new HashSet<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                services.addAll(Files.readAllLines(file));
            }
        }
        return services;
    }

    private static Set<String> simpleNames(Set<String> names) {
        return names.stream()
                .map(name -> name.substring(name.lastIndexOf('.') + 1))
                .collect(Collectors.toSet());
    }
}
