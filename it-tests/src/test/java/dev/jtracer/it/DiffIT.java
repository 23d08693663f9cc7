// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.it.app.Compared;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class DiffIT {
    private static final String LOAD = "dev.jtracer.it.app.Compared.load";

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
        String before1 = recording("before", "1.jtr");
        String before2 = recording("before", "2.json.gz");
        String after1 = recording("after", "1.jtr");
        String after2 = recording("after", "2.json");

        JvmResult diff = jvms.jtracer("diff", before1, before2, "--", after1, after2, "--fail-over", "200%")
                .run();

        assertThat(diff.exitCode()).isEqualTo(1);
        assertThat(diff.stderr()).startsWith("'" + LOAD + "' is worse by more than 200 %: ");
        assertThat(diff.stdout().lines().findFirst().orElseThrow())
                .startsWith("Compared.load: ")
                .contains(" times slower; ")
                .contains("1 new method, 1 vanished method, 1 new callback");
        assertThat(diff.stdout())
                .contains("noise: spread between recordings, 2 before and 2 after")
                .contains("  dev.jtracer.it.app.Compared.audit, 20 calls, ")
                .contains("  dev.jtracer.it.app.Compared.log, 20 calls, ")
                .contains("  java.util.concurrent.CompletableFuture.runAsync[0], 40 passings, 40 runs");
        assertThat(diff.stdout().lines()).allMatch(line -> line.length() <= 120);
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
}
