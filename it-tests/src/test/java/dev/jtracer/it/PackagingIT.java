// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.it.harness.TracerJar;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;

/** The three sections of the one jar, a section a class loader. */
class PackagingIT {
    private static final long LIMIT_BYTES = 5 << 19;

    @Test
    void root_holdsWhatTheSystemAndBootstrapLoadersMaySee() throws IOException {
        assertThat(classes().stream().filter(name -> !name.startsWith("inst/")))
                .isNotEmpty()
                .allMatch(name -> name.matches("dev/jtracer/(bootstrap/)?[^/]+\\.class"));
    }

    @Test
    void inst_holdsTheAgentAndItsLibraries() throws IOException {
        assertThat(classes().stream().filter(name -> name.startsWith("inst/")))
                .isNotEmpty()
                .allMatch(name -> name.matches(
                        "inst/(dev/jtracer/(agent|engine)|net/bytebuddy|com/fasterxml/jackson/core|org/slf4j)/.*"))
                .contains("inst/dev/jtracer/agent/AgentStarter.class");
    }

    @Test
    void noClass_isThereTwice() throws IOException {
        assertThat(classes().stream().map(name -> name.replaceFirst("^inst/", "")))
                .doesNotHaveDuplicates();
    }

    @Test
    void manifest_namesTheEntryPoints() throws IOException {
        try (JarFile jar = new JarFile(TracerJar.path().toFile())) {
            Attributes manifest = jar.getManifest().getMainAttributes();

            for (String entry : List.of("Premain-Class", "Agent-Class", "Main-Class")) {
                assertThat(manifest.getValue(entry)).as(entry).isEqualTo("dev.jtracer.AgentMain");
            }
            // It would start the agent in the command line's own JVM.
            assertThat(manifest.getValue("Launcher-Agent-Class")).isNull();
            assertThat(manifest.getValue("Can-Retransform-Classes")).isEqualTo("true");
            assertThat(manifest.getValue("Implementation-Version")).isNotBlank();
        }
    }

    @Test
    void apiJar_holdsNothingElse() throws IOException {
        try (JarFile jar =
                new JarFile(TracerJar.path().resolveSibling("tracer-api.jar").toFile())) {
            assertThat(jar.stream().map(ZipEntry::getName).filter(name -> name.endsWith(".class")))
                    .containsExactlyInAnyOrder("dev/jtracer/Tracer.class", "dev/jtracer/Tracer$Measurement.class");
        }
    }

    @Test
    void size_staysSmall() throws IOException {
        assertThat(Files.size(TracerJar.path())).isLessThanOrEqualTo(LIMIT_BYTES);
    }

    private static List<String> classes() throws IOException {
        try (JarFile jar = new JarFile(TracerJar.path().toFile())) {
            return jar.stream()
                    .map(ZipEntry::getName)
                    .filter(name -> name.endsWith(".class"))
                    .toList();
        }
    }
}
