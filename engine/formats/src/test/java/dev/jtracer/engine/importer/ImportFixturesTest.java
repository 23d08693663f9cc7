// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.event.ImportProblem;
import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.event.SourceReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Real files of other tools. They are not part of the repository: without them these tests are skipped. */
class ImportFixturesTest {
    private static Path fixture(String name) {
        for (Path dir = Path.of(System.getProperty("user.dir")).toAbsolutePath(); dir != null; dir = dir.getParent()) {
            Path file = dir.resolve("shared/fixtures").resolve(name);
            if (Files.exists(file)) {
                return file;
            }
        }
        return Assumptions.abort("no shared/fixtures/" + name + " beside this repository");
    }

    @ParameterizedTest
    @CsvSource({
        "catapult/simple_trace_gz.gz, 35",
        "catapult/simple_trace_zip.zip, 35",
        "catapult/simple_trace.json, 37",
        "bazel-java/tiny.json.gz, 707",
        "catapult/webview.json.gz, 9334",
        "speedscope/simple-partial-trailing-comma.json, 6",
    })
    void container_hasAllEvents(String file, long events) throws IOException {
        ImportReport report = TraceImport.open(fixture(file)).read(event -> {});

        long dropped = report.problems().entrySet().stream()
                .filter(problem -> problem.getKey().severity() == ImportProblem.Severity.ERROR)
                .mapToLong(problem -> problem.getValue())
                .sum();
        assertThat(report.events() + dropped).isEqualTo(events);
    }

    @Test
    void severalRealFiles_areOneTrace() throws IOException {
        Set<Long> processes = new TreeSet<>();

        ImportReport report = TraceImport.open(List.of(
                        fixture("bazel-java/tiny.json.gz"),
                        fixture("bazel-java/local-jobs-100.json.gz"),
                        fixture("catapult/simple_trace_zip.zip")))
                .read(event -> processes.add(event.pid()));

        assertThat(report.events()).isEqualTo(707 + 1603 + 35);
        assertThat(report.sources()).extracting(SourceReport::failed).containsOnly(false);
        assertThat(processes).containsExactly(1L, 22_630L, 10_000_001L);
    }
}
