// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.event.TraceLimits;
import dev.jtracer.engine.importer.TraceImport;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real traces of other tools, which are not part of the repository: without them these tests are skipped. */
class RealTracesTest {
    private static Path fixture(String name) {
        for (Path dir = Path.of(System.getProperty("user.dir")).toAbsolutePath(); dir != null; dir = dir.getParent()) {
            Path file = dir.resolve("shared/fixtures").resolve(name);
            if (Files.exists(file)) {
                return file;
            }
        }
        return Assumptions.abort("no shared/fixtures/" + name + " beside this repository");
    }

    private static Exported export(String format, String fixture) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ExportReport report =
                Exported.format(format).export(TraceImport.open(fixture(fixture)), part -> out, TraceLimits.DEFAULT);
        return new Exported(out.toByteArray(), report);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bazel-java/local-jobs-100.json.gz",
                "bazel-java/tiny.json.gz",
                "catapult/flow_simple.json",
                "catapult/instance_counters.json",
                "catapult/main_thread_has_unclosed_slices.json",
                "catapult/nanoseconds.json",
                "catapult/nestable_async.json",
                "catapult/simple_trace.json",
                "lighthouse/user-timing.json",
                "speedscope/invalid-x-nesting.json",
                "speedscope/multiprocess.json",
                "speedscope/zero-duration-events.json"
            })
    void everyFormat_hasAllCallsOfARealTrace(String fixture) throws IOException {
        Exported x = export("chrome-x", fixture);
        List<CallRow> calls = x.imported();
        long cut = x.report().count(ExportLoss.TOO_DEEP);
        assertThat(cut).isZero();
        assertThat(calls).hasSize((int) x.report().calls());

        assertThat(export("csv", fixture).text().lines()).hasSize(calls.size() + 1);
        Exported chrome = export("chrome", fixture);
        assertThat(chrome.report().calls()).isEqualTo(calls.size());
        // A call at which several arrows begin or end has spans for them.
        long arrowEnds = chrome.text()
                .lines()
                .filter(line -> line.contains("\"bind_id\""))
                .count();
        assertThat(chrome.imported()).hasSizeBetween(calls.size(), calls.size() + (int) arrowEnds);
        assertThat(new SpeedscopeFile(export("speedscope", fixture).file()).rows)
                .hasSize(calls.size());
        assertThat(new PerfettoFile(export("perfetto", fixture).file()).rows).hasSize(calls.size());
    }
}
