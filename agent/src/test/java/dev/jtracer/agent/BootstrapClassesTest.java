// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class BootstrapClassesTest {
    @Test
    void list_isComplete() throws IOException {
        List<String> compiled = new ArrayList<>(compiled("agent", "bootstrap/"));
        compiled.addAll(compiled("agent/api", "Tracer"));

        List<String> context = names("bootstrap-context");
        List<String> values = names("bootstrap-values");
        assertThat(context).isSorted().allMatch(name -> name.startsWith("bootstrap/context/"));
        assertThat(values).isSorted().allMatch(name -> name.startsWith("bootstrap/value/"));
        List<String> atStart = names("bootstrap");
        assertThat(atStart).isSorted();
        assertThat(Stream.of(atStart, context, names("bootstrap-log"), values).flatMap(List::stream))
                .containsExactlyInAnyOrderElementsOf(compiled);
    }

    private static List<String> compiled(String module, String start) throws IOException {
        Path root = CompiledModules.TOP
                .resolve(module)
                .resolve(CompiledModules.classesInModule())
                .resolve("dev/jtracer");
        try (Stream<Path> files = Files.walk(root)) {
            return files.map(file -> root.relativize(file).toString().replace('\\', '/'))
                    .filter(name -> name.startsWith(start))
                    .filter(name -> name.endsWith(".class") && !name.endsWith("package-info.class"))
                    .map(name -> name.substring(0, name.length() - ".class".length()))
                    .toList();
        }
    }

    private static List<String> names(String list) throws IOException {
        try (InputStream in = BootstrapSection.class.getResourceAsStream(list + "-classes.txt")) {
            assertThat(in).as(list).isNotNull();
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII)
                    .lines()
                    .map(name -> name.substring("dev/jtracer/".length()))
                    .toList();
        }
    }
}
