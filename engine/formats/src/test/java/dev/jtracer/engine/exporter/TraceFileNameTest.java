// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TraceFileNameTest {
    private static final Path DIRECTORY = Path.of("traces");

    @ParameterizedTest
    @CsvSource({
        "trace.json,1,trace.json",
        "trace.json,2,trace.part2.json",
        "trace-1.json.gz,12,trace-1.part12.json.gz",
        ".json,2,.json.part2"
    })
    void part_isNamedAfterTheFile(String file, int part, String name) {
        assertThat(new TraceFileName(DIRECTORY.resolve(file)).part(part)).isEqualTo(DIRECTORY.resolve(name));
    }

    @Test
    void extension_isReplaced() {
        TraceFileName name = new TraceFileName(DIRECTORY.resolve("trace.json.gz"));

        assertThat(name.withExtension(".csv")).isEqualTo(DIRECTORY.resolve("trace.csv"));
    }
}
