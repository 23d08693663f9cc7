// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.agent.cli.command.Arguments;
import dev.jtracer.agent.cli.command.Command;
import dev.jtracer.agent.cli.command.CommandOption;
import dev.jtracer.agent.cli.command.Terminal;
import dev.jtracer.agent.config.Option;
import dev.jtracer.engine.exporter.format.ExportFormat;
import dev.jtracer.engine.text.Styles;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
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
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                directory.resolve("tracer.jar"));
        return new Main(Main.commands(), terminal).run(List.of(arguments));
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(strings = {"help", "--help", "-h"})
    void help_namesEveryCommand(String word) {
        assertThat(run(word)).isZero();

        assertThat(out()).contains("Exit codes", "help COMMAND", "help options", "help formats");
        for (Command command : Main.commands().all()) {
            assertThat(out()).contains("\n  " + command.name() + " ");
        }
        assertThat(out().lines()).allMatch(line -> line.length() <= 80);
        assertThat(err()).isEmpty();
    }

    @Test
    void color_isAnOptionOfEveryCommand() {
        assertThat(run("help", "--color=always")).isZero();
        assertThat(out()).contains("--color auto|always|never").contains("\u001b[1mCommands\u001b[0m\n");
        assertThat(run("help", "--color=blue")).isEqualTo(2);
        assertThat(err()).startsWith("'blue' after --color is none of auto, always, never;");
    }

    @Test
    void helpBehindASeparator_isPrintedUnlessAProgramFollows() {
        assertThat(run("diff", "b.jtr", "--", "a.jtr", "--help")).isZero();
        assertThat(out()).contains("diff BEFORE... [--] AFTER...");
        assertThat(run("version", "--", "--help")).isEqualTo(2);
    }

    @Test
    void helpOfOptions_namesEveryOption() {
        assertThat(run("help", "options")).isZero();

        for (Option option : Option.values()) {
            assertThat(words(out())).contains("  " + option.key() + "=" + option.form(), words(option.help()));
        }
    }

    @Test
    void helpOfFormats_namesEveryFormat() {
        assertThat(run("help", "formats")).isZero();

        for (ExportFormat format : ExportFormat.all()) {
            assertThat(words(out())).contains("  " + format.key() + " ", words(format.description()));
        }
    }

    private static Stream<Command> commands() {
        return Main.commands().all().stream();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void helpOfACommand_namesItsOptions(Command command) {
        assertThat(run(command.name(), "--help")).isZero();
        String page = out();
        out.reset();
        assertThat(run("help", command.name())).isZero();

        assertThat(out()).isEqualTo(page).startsWith("  java -jar tracer.jar " + command.usage() + "\n");
        for (CommandOption option : command.options()) {
            assertThat(words(page)).contains("  " + option.usage() + " ", words(option.description()));
        }
        for (String example : command.examples()) {
            assertThat(page).contains("  java -jar tracer.jar " + example + "\n");
            assertThat(example).startsWith(command.name() + " ");
        }
    }

    /** Returns a text as if it had not been wrapped. */
    private static String words(String text) {
        return text.replaceAll("\\n {4,}", " ");
    }

    @ParameterizedTest
    @MethodSource("commands")
    void synonyms_leadToTheCommand(Command command) {
        for (String synonym : command.synonyms()) {
            err.reset();
            assertThat(run(synonym)).isEqualTo(2);
            assertThat(err()).startsWith("unknown command '" + synonym + "'; that is '" + command.usage() + "': ");
        }
    }

    @Test
    void help_staysWithinANarrowTerminal() {
        HelpText text = new HelpText(40, Styles.PLAIN)
                .row("--fail-over PERCENT", "end with exit code 1 if a method became worse");

        assertThat(text.toString())
                .isEqualTo("  --fail-over PERCENT\n      end with exit code 1 if a method\n      became worse\n");
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
                    stop               | the process id is missing; write java -jar tracer.jar stop PID [options]
                    stop me            | 'me' is not a process id, nor the main class or jar of a JVM that list shows; write java -jar tracer.jar stop PID [options]
                    stop -1            | '-1' is not an option of stop; see java -jar tracer.jar help stop
                    stop 0             | '0' is not a process id; write java -jar tracer.jar stop PID [options]
                    stop 1 2           | '2' is one argument too many; write java -jar tracer.jar stop PID [options]
                    attach 1 outptu=x  | unknown option 'outptu'; did you mean 'output'?
                    """)
    void misuse_isOneLineAndExitCode2(String line, String message) {
        assertThat(run(line.split(" "))).isEqualTo(2);
        assertThat(err()).isEqualTo(message + System.lineSeparator());
        assertThat(out()).isEmpty();
    }

    @Test
    void completionForAnotherShell_namesTheKnownOnes() {
        assertThat(run("completion", "csh")).isEqualTo(2);
        assertThat(err()).startsWith("'csh' is none of bash, zsh, fish; write ");
    }

    /** No process has this id: Linux gives out 2^22 at the most. */
    private static final String DEAD = "2147483000";

    @ParameterizedTest
    @ValueSource(strings = {"attach", "start", "stop", "toggle", "status", "dump", "reset", "top", "detach"})
    void deadProcess_isOneLineAndExitCode3(String command) {
        assertThat(run(command, DEAD)).isEqualTo(3);
        assertThat(err())
                .isEqualTo("there is no process '" + DEAD + "'; java -jar tracer.jar list names the JVMs"
                        + System.lineSeparator());
        assertThat(out()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "report FILE",
                "view --no-open FILE",
                "convert FILE",
                "cut FILE --from 1ms --to 2ms",
                "split FILE --every 1s",
                "combine FILE FILE -o FILE.json",
                "diff FILE FILE"
            })
    void missingFile_isExitCode4(String line) {
        String missing = directory.resolve("missing.jtr").toString();

        assertThat(run(line.replace("FILE", missing).split(" "))).as(err()).isEqualTo(4);
        assertThat(err()).contains(missing);
        assertThat(out()).isEmpty();
    }

    @Test
    void wrongOption_isExitCode2OfEveryCommand() {
        for (Command command : Main.commands().all()) {
            assertThat(run(command.name(), "--no-such-option"))
                    .as(command.name())
                    .isEqualTo(2);
        }
        assertThat(out()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    Java heap space             | needs more memory than %d MB; write java -Xmx8g -jar tracer.jar add ..
                    GC overhead limit exceeded  | needs more memory than %d MB; write java -Xmx8g -jar tracer.jar add ..
                    unable to create a thread   | stopped: unable to create a thread; end other programs, or give this one less heap
                    """)
    void lackOfMemory_isOneLineWithTheNextStep(String cause, String line) {
        Command large = new Command("add", "", "", List.of()) {
            @Override
            protected void execute(Arguments arguments, Terminal terminal) {
                throw new OutOfMemoryError(cause);
            }
        };
        Terminal terminal = new Terminal(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                directory.resolve("tracer.jar"));

        assertThat(new Main(new CommandTable().add(large), terminal).run(List.of("add", "it")))
                .isEqualTo(4);

        long megabytes = Runtime.getRuntime().maxMemory() >> 20;
        assertThat(err()).isEqualTo("'add' " + line.formatted(megabytes) + System.lineSeparator());
    }

    @Test
    void faultOfTheProgram_isOneLineWithTheNextStep() {
        Command faulty = new Command("break", "", "", List.of()) {
            @Override
            protected void execute(Arguments arguments, Terminal terminal) {
                throw new IllegalStateException("secret");
            }
        };
        Terminal terminal = new Terminal(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                directory.resolve("tracer.jar"));

        assertThat(new Main(new CommandTable().add(faulty), terminal).run(List.of("break", "it")))
                .isEqualTo(70);

        assertThat(err())
                .isEqualTo("a fault of jtracer stopped 'break it'; please report it with what"
                        + " java -Djtracer.stacktrace=true -jar tracer.jar prints" + System.lineSeparator());
    }
}
