// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.it.app.Compared;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class DiffIT {
    private static final String LOAD = "dev.jtracer.it.app.Compared.load";
    private static final List<String> FILES = List.of("1.jtr", "2.json", "3.json.gz");

    @RegisterExtension
    final Jvms jvms = new Jvms();

    private String recording(String version, String file) {
        JvmResult traced = jvms.app(Compared.class, version)
                .agent("include=dev.jtracer.it.app,output=" + file)
                .run();
        assertThat(traced.stdout()).isEqualToIgnoringWhitespace("served");
        return traced.files(file).get(0).toString();
    }

    @Test
    void slowerMethod_isNamedAndFailsTheBuild() {
        List<String> line = new ArrayList<>(List.of("diff", "--fail-over", "200%"));
        for (String file : FILES) {
            line.add(recording("before", file));
        }
        line.add("--");
        for (String file : FILES) {
            line.add(recording("after", file));
        }

        JvmResult diff = jvms.jtracer(line.toArray(String[]::new)).run();

        assertThat(diff.exitCode()).isEqualTo(1);
        assertThat(diff.stderr()).startsWith("'" + LOAD + "' is worse by more than 200 %: ");
        assertThat(diff.stdout().lines().findFirst().orElseThrow())
                .startsWith("Compared.load: ")
                .contains(" times slower; ")
                .contains("1 new method, 1 vanished method, 1 new callback");
        assertThat(diff.stdout())
                .contains("noise: spread between recordings, 3 before and 3 after")
                .contains("  dev.jtracer.it.app.Compared.audit, 20 calls, ")
                .contains("  dev.jtracer.it.app.Compared.log, 20 calls, ")
                .contains(" -> java.util.concurrent.CompletableFuture.runAsync[0], 60 passes, 60 runs");
        assertThat(diff.stdout().lines()).allMatch(shown -> shown.length() <= 120);
    }

    @Test
    void sameRecording_hasNoDifference() {
        String file = recording("before", "trace.jtr");

        JvmResult text = jvms.jtracer("diff", file, file, "--fail-over=0").run();
        JvmResult json = jvms.jtracer("diff", file, file, "--json").run();

        assertThat(text.stderr()).isEmpty();
        assertThat(text.exitCode()).isZero();
        assertThat(text.stdout())
                .startsWith("no difference beyond noise; ")
                .contains("noise: spread within one recording a side");
        assertThat(json.exitCode()).isZero();
        assertThat(json.stdout())
                .startsWith("{\"different\":false,\"recordingsBefore\":1,\"recordingsAfter\":1,")
                .contains("\"name\":\"" + LOAD + "\"");
    }

    /** Also in one directory, and named in any order. */
    @Test
    void segmentsOfARecording_countAsOneRecording() throws IOException {
        String whole = recording("before", "whole.jtr");
        Path parts = jvms.newDirectory("parts");
        JvmResult converted = jvms.jtracer(
                        "convert", whole, "-o", parts.resolve("part.json").toString(), "segment=4k")
                .run();
        assertThat(converted.exitCode()).as(converted.stderr()).isZero();
        List<String> line = new ArrayList<>(List.of("diff", "--json", whole, "--"));
        try (Stream<Path> files = Files.list(parts)) {
            files.map(Path::toString).sorted(Comparator.reverseOrder()).forEach(line::add);
        }
        assertThat(line).hasSizeGreaterThan(5);

        JvmResult named = jvms.jtracer(line.toArray(String[]::new)).run();
        JvmResult inDirectory =
                jvms.jtracer("diff", "--json", whole, parts.toString()).run();

        assertThat(named.stdout())
                .as(named.stderr())
                .startsWith("{\"different\":false,\"recordingsBefore\":1,\"recordingsAfter\":1,");
        assertThat(inDirectory.stdout()).isEqualTo(named.stdout());
    }

    @Test
    void cutRecording_isNamedOnItsSide() throws IOException {
        Path whole = Path.of(recording("before", "whole.json"));
        byte[] bytes = Files.readAllBytes(whole);
        Path cut = whole.resolveSibling("cut.json");
        Files.write(cut, Arrays.copyOf(bytes, bytes.length - 200));

        JvmResult diff = jvms.jtracer("diff", whole.toString(), cut.toString()).run();

        assertThat(diff.stdout().lines())
                .contains("after: 1 recording cut off; a difference may come from it")
                .noneMatch(line -> line.startsWith("before: "));
    }

    @Test
    void lostAndDamagedData_areNamedOnTheirSide() throws IOException {
        Path whole = Path.of(recording("before", "whole.json"));
        String json = Files.readString(whole);
        Path lossy = Files.writeString(
                whole.resolveSibling("lossy.json"), json.replace("\"lostEvents\":0", "\"lostEvents\":1234"));
        int middle = json.indexOf('\n', json.length() / 2);
        Path damaged = Files.writeString(
                whole.resolveSibling("damaged.json"), json.substring(0, middle) + "\n{]#" + json.substring(middle));

        JvmResult text =
                jvms.jtracer("diff", lossy.toString(), damaged.toString()).run();
        JvmResult asJson = jvms.jtracer("diff", "--json", lossy.toString(), damaged.toString())
                .run();

        assertThat(text.stdout().lines())
                .contains(
                        "before: 1,234 records lost; a difference may come from it",
                        "after: 1 recording damaged; a difference may come from it");
        assertThat(asJson.stdout())
                .contains("\"missingBefore\":{\"lostRecords\":1234,\"overwrittenRecords\":0,\"cutRecordings\":0,"
                        + "\"damagedRecordings\":0}")
                .contains("\"missingAfter\":{\"lostRecords\":0,\"overwrittenRecords\":0,\"cutRecordings\":0,"
                        + "\"damagedRecordings\":1}");
    }

    @Test
    void recordingOfNothing_isRefused() throws IOException {
        Path empty = jvms.newDirectory("empty").resolve("empty.json");
        Files.writeString(empty, "{\"traceEvents\":[]}");

        JvmResult diff =
                jvms.jtracer("diff", empty.toString(), empty.toString()).run();

        assertThat(diff.exitCode()).isEqualTo(4);
        assertThat(diff.stdout()).isEmpty();
        assertThat(diff.stderr()).startsWith("'" + empty + "' has no finished call; ");
    }
}
