// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.it.app.Stepper;
import dev.jtracer.it.harness.JvmProcess;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Memory that goes while threads record into it: another program truncates the spool, or the disk below it fails. */
class TruncatedSpoolIT {
    @RegisterExtension
    final Jvms jvms = new Jvms();

    /** Code of C1 may miss the error: here is none, and with -Xbatch C2's is there when it is due. */
    @ParameterizedTest
    @CsvSource({"-Xbatch -XX:-TieredCompilation, 10, 2000000", "-Xint, 1, 200000"})
    void application_seesNoError(String mode, int warmUp, int calls) throws IOException {
        JvmProcess app = jvms.app(Stepper.class)
                .jvm(mode.split(" "))
                .agent("include=dev.jtracer.it.app,output=trace.jtr")
                .start();
        app.awaitStdout("ready");
        for (int round = 1; round <= warmUp; round++) {
            app.ask("call 200000", round + " ok\n");
        }
        app.send("call " + calls);
        truncate(app.directory());
        app.awaitStdout(warmUp + 1 + " ok\n");
        app.ask("call 1000", warmUp + 2 + " ok\n");
        app.send("exit 9");
        JvmResult ended = app.awaitExit();

        assertThat(ended.exitCode()).isEqualTo(9);
        assertThat(ended.otherStderr()).isEmpty();
        if (ended.stderr().contains("ends here")) {
            assertThat(ended.stderr()).containsOnlyOnce("ends here").containsPattern("truncated|memory|unsafe");
        } else {
            // The drain had read all that was recorded before, so it sees no error, and each further record fails.
            assertThat(ended.stderr())
                    .containsPattern("[1-9]\\d+ by errors of the recorder, the last a java.lang.InternalError");
        }
    }

    private static void truncate(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            Path spool = files.filter(file -> file.toString().endsWith(".spool"))
                    .findFirst()
                    .orElseThrow();
            FileChannel.open(spool, StandardOpenOption.WRITE).truncate(0).close();
        }
    }
}
