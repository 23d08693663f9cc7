// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.AgentMain;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/** The compiled main classes of the agent, the bootstrap section and the engine. */
final class CompiledModules {
    static final Path TOP = Path.of("..").toAbsolutePath().normalize();
    static final List<String> MODULES =
            List.of("agent", "agent/api", "engine/trace", "engine/formats", "engine/report");

    private static final Pattern ARROW = Pattern.compile("\\s+(dev\\.jtracer[^ $]*)\\S*\\s+-> (dev\\.jtracer[^ $]*).*");

    private CompiledModules() {}

    /** Returns the folder of a module's classes, relative to the module; the same for each. */
    static Path classesInModule() {
        URI classes = URI.create(AgentMain.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toString());
        return Path.of("").toAbsolutePath().relativize(Path.of(classes));
    }

    /**
     * Returns the dependencies of each top-level class. Inlined constants count: javac keeps the class in the
     * constant pool.
     */
    static Map<String, Set<String>> dependencies() {
        Map<String, Set<String>> dependencies = new TreeMap<>();
        Stream<String> folders = MODULES.stream().map(CompiledModules::classes);
        jdeps(Stream.concat(Stream.of("-v"), folders).toArray(String[]::new))
                .lines()
                .map(ARROW::matcher)
                .filter(Matcher::matches)
                .forEach(arrow -> dependencies
                        .computeIfAbsent(arrow.group(1), name -> new HashSet<>())
                        .add(arrow.group(2)));
        return dependencies;
    }

    /** Returns a folder without module-info: with one, jdeps would resolve the required modules. */
    private static String classes(String module) {
        return TOP.resolve(module).resolve(classesInModule()).resolve("dev").toString();
    }

    private static String jdeps(String... arguments) {
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        ToolProvider jdeps = ToolProvider.findFirst("jdeps").orElseThrow();
        assertThat(jdeps.run(out, out, arguments)).as(text.toString()).isZero();
        return text.toString();
    }
}
