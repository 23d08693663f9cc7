// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.AgentMain;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class BootstrapClassesTest {
    @Test
    void list_isComplete() throws IOException, URISyntaxException {
        Path root = Path.of(AgentMain.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .resolve("dev/jtracer");
        List<String> compiled;
        try (Stream<Path> files = Files.walk(root)) {
            compiled = files.map(file -> root.relativize(file).toString().replace('\\', '/'))
                    .filter(name -> name.startsWith("bootstrap/"))
                    .filter(name -> name.endsWith(".class") && !name.endsWith("package-info.class"))
                    .map(name -> name.substring(0, name.length() - ".class".length()))
                    .toList();
        }

        List<String> context = names("bootstrap-context");
        List<String> values = names("bootstrap-values");
        assertThat(context).isSorted().allMatch(name -> name.startsWith("bootstrap/context/"));
        assertThat(values).isSorted().allMatch(name -> name.startsWith("bootstrap/value/"));
        List<String> atStart = names("bootstrap");
        assertThat(atStart).isSorted();
        List<String> api = List.of("Tracer", "Tracer$Measurement");
        assertThat(Stream.of(atStart, context, names("bootstrap-log"), values).flatMap(List::stream))
                .containsExactlyInAnyOrderElementsOf(
                        Stream.of(compiled, api).flatMap(List::stream).toList());
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
