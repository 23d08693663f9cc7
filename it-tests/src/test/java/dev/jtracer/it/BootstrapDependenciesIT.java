// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.it.harness.TracerJar;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Classes of the bootstrap loader always see java.base, but other modules only by chance. */
class BootstrapDependenciesIT {
    private static final String SECTION = "dev/jtracer/bootstrap/";

    @Test
    void bootstrapSection_dependsOnJavaBaseAlone(@TempDir Path directory) throws IOException {
        List<String> classes = extract(directory);

        StringWriter output = new StringWriter();
        PrintWriter printer = new PrintWriter(output);
        ToolProvider jdeps = ToolProvider.findFirst("jdeps").orElseThrow();
        // Class by class, with the section itself on the class path, so that all other targets are other modules.
        int exit = jdeps.run(printer, printer, "-verbose:class", directory.toString());

        assertThat(exit).as(output.toString()).isZero();
        assertThat(classes).contains(SECTION + "MethodTracer.class");
        assertThat(output.toString().lines().filter(line -> line.contains("->")).map(line -> line.substring(
                                line.indexOf("->") + 2)
                        .trim()))
                .isNotEmpty()
                .allMatch(
                        target -> target.endsWith("java.base")
                                || target.endsWith("JDK internal API (java.base)")
                                || target.startsWith("dev.jtracer.bootstrap."),
                        "java.base or the section itself");
    }

    private static List<String> extract(Path directory) throws IOException {
        List<String> extracted = new ArrayList<>();
        try (JarFile jar = new JarFile(TracerJar.path().toFile())) {
            for (JarEntry entry : (Iterable<JarEntry>) jar.stream()::iterator) {
                if (entry.getName().startsWith(SECTION) && entry.getName().endsWith(".class")) {
                    Path file = directory.resolve(entry.getName());
                    Files.createDirectories(file.getParent());
                    Files.copy(jar.getInputStream(entry), file);
                    extracted.add(entry.getName());
                }
            }
        }
        return extracted;
    }
}
