// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.Tracer;
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
        Path root = Path.of(Tracer.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .resolve("dev/jtracer");
        List<String> compiled;
        try (Stream<Path> files = Files.walk(root)) {
            compiled = files.map(file -> root.relativize(file).toString().replace('\\', '/'))
                    .filter(name -> name.startsWith("bootstrap/") || name.startsWith("Tracer"))
                    .filter(name -> name.endsWith(".class") && !name.endsWith("package-info.class"))
                    .map(name -> name.substring(0, name.length() - ".class".length()))
                    .toList();
        }

        List<String> atStart = atStart();
        assertThat(atStart).isSorted();
        assertThat(BootstrapClasses.CONTEXT).isSorted().allMatch(name -> name.startsWith("bootstrap/context/"));
        assertThat(BootstrapClasses.VALUES).isSorted().allMatch(name -> name.startsWith("bootstrap/value/"));
        assertThat(Stream.of(atStart, BootstrapClasses.CONTEXT, BootstrapClasses.LOG, BootstrapClasses.VALUES)
                        .flatMap(List::stream))
                .containsExactlyInAnyOrderElementsOf(compiled);
    }

    private static List<String> atStart() throws IOException {
        try (InputStream in = BootstrapClasses.class.getResourceAsStream("bootstrap-classes.txt")) {
            assertThat(in).isNotNull();
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII)
                    .lines()
                    .map(name -> name.substring("dev/jtracer/".length()))
                    .toList();
        }
    }
}
