// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FolderSizeTest {
    /** A list that fits on a screen, and that a newcomer reads before opening a file. */
    private static final int MOST_CLASSES = 30;

    @ParameterizedTest
    @ValueSource(strings = {"agent", "engine"})
    void folders_holdNoMoreClassesThanAScreen(String module) throws IOException {
        Path sources = CompiledModules.TOP.resolve(module).resolve("src/main/java");

        Map<Path, Long> classes;
        try (Stream<Path> files = Files.walk(sources)) {
            classes = files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !file.endsWith("package-info.java"))
                    .collect(groupingBy(file -> sources.relativize(file.getParent()), TreeMap::new, counting()));
        }

        assertThat(classes).hasSizeGreaterThan(10);
        assertThat(classes).allSatisfy((folder, count) -> assertThat(count).isLessThanOrEqualTo(MOST_CLASSES));
    }
}
