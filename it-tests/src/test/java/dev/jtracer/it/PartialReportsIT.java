// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.examples.callbacks.CompletableFutures;
import dev.jtracer.examples.shop.Shop;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The options {@code --partial} and {@code --merge} of the command {@code report}. */
class PartialReportsIT {
    @RegisterExtension
    private final Jvms jvms = new Jvms();

    @Test
    void merged_equalsTheReportOnAllRecordings() throws IOException {
        List<Path> recordings = List.of(record(Shop.class), record(CompletableFutures.class), record(Shop.class));
        List<Path> partial = new ArrayList<>();
        for (Path recording : recordings) {
            Path file = recording.resolveSibling("a.part");
            assertThat(report("--partial", file.toString(), recording.toString())
                            .exitCode())
                    .isZero();
            assertThat(Files.size(file)).isLessThan(50_000);
            partial.add(file);
        }
        Path two = jvms.newDirectory("two").resolve("two.part");
        assertThat(report("--merge", partial.get(2).toString(), partial.get(0).toString(), "-o", two.toString())
                        .exitCode())
                .isZero();

        String merged = report("--merge", two.toString(), partial.get(1).toString(), "--json")
                .stdout();

        assertThat(merged)
                .contains("examples.shop.Shop.main")
                .isEqualTo(report(
                                recordings.get(0).toString(),
                                recordings.get(1).toString(),
                                recordings.get(2).toString(),
                                "--json")
                        .stdout());
    }

    @Test
    void whatCannotBeMerged_isRefusedInOneLine() throws IOException {
        Path recording = record(Shop.class);
        Path file = recording.resolveSibling("a.part");
        report("--partial", file.toString(), recording.toString());

        assertThat(report("--merge", file.toString(), file.toString()).stderr())
                .hasLineCount(1)
                .contains("'" + file + "' cannot be added to the others: the trace of process")
                .contains("merge it once");
        assertThat(report("--merge", recording.toString()).stderr())
                .hasLineCount(1)
                .contains("it does not begin with 'JTpr'");
        assertThat(report("--merge", file.toString(), "--top", "50").stderr())
                .hasLineCount(1)
                .contains("make them with --top 50");
        assertThat(report("--merge", file.toString(), "--html").stderr())
                .contains("a page needs the traces themselves");
    }

    private JvmResult report(String... arguments) throws IOException {
        List<String> words = new ArrayList<>(List.of("report"));
        words.addAll(List.of(arguments));
        return jvms.jtracer(words.toArray(String[]::new)).run();
    }

    private Path record(Class<?> application) throws IOException {
        Path recording = jvms.newDirectory("recording").resolve("a.jtr");
        JvmResult result = jvms.app(application)
                .agent("include=dev.jtracer.examples,output=" + recording)
                .run();
        assertThat(result.exitCode()).isZero();
        return recording;
    }
}
