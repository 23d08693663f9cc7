// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StandardStreamTest {
    @ParameterizedTest
    @CsvSource({
        "/dev/pts/3, true",
        "/dev/tty1, true",
        "/dev/console, true",
        "/dev/null, false",
        "pipe:[4711], false",
        "/home/me/trace.txt, false",
    })
    void kernel_saysWhetherItIsATerminal(String file, boolean terminal, @TempDir Path descriptors) throws IOException {
        Files.createSymbolicLink(descriptors.resolve("1"), Path.of(file));

        assertThat(StandardStream.OUT.isTerminal(descriptors, () -> {
                    throw new AssertionError("the JDK knows less");
                }))
                .isEqualTo(terminal);
    }

    @Test
    void withoutProc_theJdkSaysIt(@TempDir Path empty) {
        assertThat(StandardStream.OUT.isTerminal(empty, () -> null)).isFalse();
        assertThat(StandardStream.ERR.isTerminal(empty, () -> {
                    throw new AssertionError("the JDK knows nothing about stderr");
                }))
                .isFalse();
    }
}
