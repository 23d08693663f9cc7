// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.it.app.recursion.Fibonacci;
import dev.jtracer.it.harness.JvmProcess;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Attacks by another user who may write to the output's directory. */
class OutputSafetyIT {
    @RegisterExtension
    final Jvms jvms = new Jvms();

    /** Replaces each file by a link to another file as soon as it appears. */
    @ParameterizedTest
    @ValueSource(strings = {"ring=0", "ring=1m"})
    void fileReplacedByALink_isNotFollowed(String ring) throws IOException {
        Path directory = jvms.newDirectory("shared");
        Path victim = Files.writeString(jvms.newDirectory("private").resolve("victim"), "precious");
        List<Path> names = List.of(
                directory.resolve("trace.jtr"), directory.resolve("trace.jtr.0"), directory.resolve("trace.json"));
        JvmProcess app = jvms.app(Fibonacci.class, "24")
                .agent("include=dev.jtracer.it.app.recursion," + ring + ",output=" + names.get(2))
                .start();
        int replaced = 0;
        while (app.isAlive()) {
            for (Path name : names) {
                replaced += replaceByLink(name, victim) ? 1 : 0;
            }
        }

        JvmResult ended = app.awaitExit();

        assertThat(replaced).isPositive();
        assertThat(victim).hasContent("precious");
        assertThat(ended.exitCode()).isZero();
        assertThat(ended.stdout())
                .isEqualTo(jvms.app(Fibonacci.class, "24").run().stdout());
    }

    private static boolean replaceByLink(Path name, Path victim) throws IOException {
        if (!Files.isRegularFile(name, LinkOption.NOFOLLOW_LINKS) || !Files.deleteIfExists(name)) {
            return false;
        }
        try {
            Files.createSymbolicLink(name, victim);
            return true;
        } catch (FileAlreadyExistsException createdAgain) {
            return false;
        }
    }
}
