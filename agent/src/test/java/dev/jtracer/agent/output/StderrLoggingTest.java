// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs in a JVM of its own, because the lines go to the file descriptor and not to {@code System.err}. */
class StderrLoggingTest {
    public static final class Logging {
        public static void main(String[] arguments) {
            Logger logger = LoggerFactory.getLogger("dev.jtracer.engine");
            logger.info("{} works", "Handler");
            logger.warn("{} of {} failed", "Handler", 2, new IllegalStateException("broken"));
            logger.error("all failed");
        }
    }

    @Test
    void warningsAndErrors_areLinesOfTheReport() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Logging.class.getName())
                .start();

        String lines = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(lines).isEqualTo("""
                TRACER Handler of 2 failed (java.lang.IllegalStateException: broken)
                TRACER all failed
                """);
        assertThat(process.waitFor()).isZero();
    }
}
