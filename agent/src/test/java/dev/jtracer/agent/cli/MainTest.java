// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.agent.cli.command.Command;
import dev.jtracer.agent.cli.command.Terminal;
import dev.jtracer.agent.config.Option;
import dev.jtracer.engine.exporter.format.ExportFormat;
import java.io.ByteArrayOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private final Path directory;

    MainTest(@TempDir Path directory) {
        this.directory = directory;
    }

    private int run(String... arguments) {
        Terminal terminal = new Terminal(
                new PrintStream(out, true, StandardCharsets.UTF_8), new PrintStream(err, true, StandardCharsets.UTF_8));
        return new Main(Main.commands(directory.resolve("tracer.jar")), terminal).run(List.of(arguments));
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(strings = {"help", "--help", "-h"})
    void help_namesEveryCommandAndOption(String word) {
        assertThat(run(word)).isZero();

        assertThat(out()).contains("attach PID OPTIONS", "status PID", "version", "Exit codes");
        for (Option option : Option.values()) {
            assertThat(out())
                    .contains("  " + option.key() + "=" + option.form())
                    .contains(option.help());
        }
        for (ExportFormat format : ExportFormat.all()) {
            assertThat(out()).contains("  " + format.key() + " ").contains(format.description());
        }
        assertThat(err()).isEmpty();
    }

    @Test
    void emptyLine_showsHelp() {
        assertThat(run()).isZero();
        assertThat(out()).contains("Commands");
    }

    @Test
    void version_isTheJars() throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, "9.8.7");
        new JarOutputStream(new FileOutputStream(directory.resolve("tracer.jar").toFile()), manifest).close();

        assertThat(run("version")).isZero();
        assertThat(out()).startsWith("jtracer 9.8.7 (Java ");
    }

    @Test
    void unreadableJar_isAnInputError() {
        assertThat(run("version")).isEqualTo(4);
        assertThat(err()).contains("cannot be read");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    atach 4711         | unknown command 'atach'; did you mean 'attach'?
                    dance              | unknown command 'dance'; see java -jar tracer.jar help
                    stop               | the process id is missing; write java -jar tracer.jar stop PID
                    stop me            | 'me' is not a process id; write java -jar tracer.jar stop PID
                    stop -1            | '-1' is not a process id; write java -jar tracer.jar stop PID
                    stop 1 2           | '2' is too much; write java -jar tracer.jar stop PID
                    attach 1 outptu=x  | unknown option 'outptu'; did you mean 'output'?
                    """)
    void misuse_isOneLineAndExitCode2(String line, String message) {
        assertThat(run(line.split(" "))).isEqualTo(2);
        assertThat(err()).isEqualTo(message + System.lineSeparator());
        assertThat(out()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"attach", "start", "stop", "toggle", "status", "reset"})
    void deadProcess_isOneLineAndExitCode3(String command) {
        // No process has this id: Linux gives out 2^22 at the most.
        assertThat(run(command, "2147483000")).isEqualTo(3);
        assertThat(err())
                .isEqualTo(
                        "there is no process '2147483000'; jps lists the JVMs of this user" + System.lineSeparator());
    }

    @Test
    void faultOfTheProgram_isOneLineWithTheNextStep() {
        Command faulty = new Command("break", "", "") {
            @Override
            public void execute(List<String> arguments, Terminal terminal) {
                throw new IllegalStateException("secret");
            }
        };
        Terminal terminal = new Terminal(
                new PrintStream(out, true, StandardCharsets.UTF_8), new PrintStream(err, true, StandardCharsets.UTF_8));

        assertThat(new Main(List.of(faulty), terminal).run(List.of("break", "it")))
                .isEqualTo(1);

        assertThat(err())
                .isEqualTo("a fault of jtracer stopped 'break it'; please report it with what"
                        + " java -Djtracer.stacktrace=true -jar tracer.jar prints" + System.lineSeparator());
    }
}
