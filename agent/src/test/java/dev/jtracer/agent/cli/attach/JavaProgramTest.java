// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.attach;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.agent.cli.command.Terminal;
import dev.jtracer.agent.config.Platform;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JavaProgramTest {
    @ParameterizedTest
    @CsvSource({
        "java, true",
        "/usr/lib/jvm/jdk 25/bin/java, true",
        "C:\\Program Files\\Java\\bin\\java.exe, true",
        "C:\\jdk\\bin\\JAVAW.EXE, true",
        "/usr/bin/notjava, false",
        "/opt/java/bin/jcmd, false",
    })
    void program_isKnownByItsFileName(String path, boolean java) {
        assertThat(JavaProgram.is(path)).isEqualTo(java);
    }

    @Test
    void socketOfHotSpot_isInTheUsersDirectoryOnMac() {
        assertThat(SocketAttachment.directory(Platform.UNIX)).isEqualTo(Path.of("/tmp"));
        assertThat(SocketAttachment.directory(Platform.MAC)).isEqualTo(Path.of(System.getProperty("java.io.tmpdir")));
    }

    @ParameterizedTest
    @CsvSource({"/home/me/a.json, /home/me", "none yet,", "'',"})
    void directoryOfTheOutput_isThatOfAnAbsolutePath(String output, String directory) {
        assertThat(DoctorCommand.Diagnosis.directory(output).map(Path::toString).orElse(null))
                .isEqualTo(directory);
    }

    @Test
    void lostRecords_areExplainedByACommandOfThisProcess() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream lines = new PrintStream(out, true, StandardCharsets.UTF_8);

        new DoctorCommand.Diagnosis(new Terminal(lines, lines, Path.of("tracer.jar")))
                .status(4711, "recording  on\nlost events  3\n");

        assertThat(out.toString(StandardCharsets.UTF_8).lines())
                .contains("note     records lost: 3; java -jar tracer.jar status 4711 shows the causes");
    }
}
