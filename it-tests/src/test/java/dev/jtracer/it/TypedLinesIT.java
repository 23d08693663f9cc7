// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.examples.shop.Shop;
import dev.jtracer.it.app.Stepper;
import dev.jtracer.it.harness.Jdk;
import dev.jtracer.it.harness.JvmProcess;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.Shell;
import dev.jtracer.it.harness.TracerJar;
import dev.jtracer.it.harness.TypedLine;
import dev.jtracer.it.harness.TypedScript;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The lines of {@code typed-lines.txt}, as typed into a shell, answer as the file expects.
 * {@code -Dgolden.update=true} writes the answers into the file: read the change before you commit it, because an
 * answer that a hand does not expect is a fault of the command line.
 */
class TypedLinesIT {
    private static final Path SCRIPT = Path.of("src/test/resources/typed-lines.txt");
    private static final Path FILES = Path.of("src/test/resources/typed-lines");
    /** Lines that depend on the JVM and on the load of the machine. */
    private static final List<String> NOT_COMPARED =
            List.of("Sharing is only supported for boot loader classes", "TRACER EV LAG ");
    /** Settings of a line's shell. */
    private static final String SETTINGS = "export LC_ALL=C.UTF-8\nPID=";
    /** Sections at a time: a line starts one JVM, which mostly has one busy thread. */
    private static final int AT_A_TIME = 2;

    private static final int LEAST_LINES = 120;

    @RegisterExtension
    final Jvms jvms = new Jvms();

    @Test
    void everyLine_answersAsExpected() throws IOException, InterruptedException {
        TypedScript script = TypedScript.parse(Files.readAllLines(SCRIPT));
        JvmResult shop = jvms.app(Shop.class)
                .agent("include=dev.jtracer.examples.shop,output=shop.jtr,quiet=on")
                .run();

        TypedScript answers = run(script, shop.files(".jtr").get(0));

        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(SCRIPT, answers.text());
        }
        assertThat(lines(script).size()).isGreaterThanOrEqualTo(LEAST_LINES);
        assertThat(answers.text()).isEqualTo(script.text());
    }

    private static List<TypedLine> lines(TypedScript script) {
        return script.sections().stream()
                .flatMap(section -> section.steps().stream())
                .filter(TypedLine.class::isInstance)
                .map(TypedLine.class::cast)
                .toList();
    }

    /** Runs a script. Returns it with the answers that were given instead of those expected, where they differ. */
    private TypedScript run(TypedScript script, Path recording) throws InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(AT_A_TIME);
        try {
            List<Callable<TypedScript.Section>> sections = new ArrayList<>();
            script.sections().forEach(section -> sections.add(() -> run(section, recording)));
            List<TypedScript.Section> answers = new ArrayList<>();
            for (Future<TypedScript.Section> answer : threads.invokeAll(sections)) {
                answers.add(answer.get());
            }
            return new TypedScript(answers);
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    private TypedScript.Section run(TypedScript.Section section, Path recording) throws IOException {
        Shell shell = jvms.shell("typed", Stepper.class);
        Files.copy(recording, shell.directory().resolve("shop.jtr"));
        try (DirectoryStream<Path> files = Files.newDirectoryStream(FILES)) {
            for (Path file : files) {
                Files.copy(file, shell.directory().resolve(file.getFileName()));
            }
        }
        Program program = new Program();
        List<TypedScript.Step> answers = new ArrayList<>();
        for (TypedScript.Step step : section.steps()) {
            if (step instanceof TypedScript.Start start) {
                program.start(start.program(), shell);
            } else if (step instanceof TypedScript.Send send) {
                program.send(send.line());
            }
            answers.add(step instanceof TypedLine line ? answer(line, shell, program.pid()) : step);
        }
        return new TypedScript.Section(section.title(), answers);
    }

    private static TypedLine answer(TypedLine line, Shell shell, long pid) {
        JvmResult result = shell.run(SETTINGS + pid + "\n" + line.command());
        TypedLine answer = new TypedLine(
                line.command(),
                masked(result.stdout(), shell, pid),
                masked(result.stderr(), shell, pid),
                result.exitCode());
        return line.expects(answer) ? line : answer.asExpected(line);
    }

    /** Returns the lines of an output, with names instead of what differs from machine to machine. */
    private static List<String> masked(String output, Shell shell, long pid) {
        return output.lines()
                .filter(line -> NOT_COMPARED.stream().noneMatch(line::contains))
                .map(line -> line.replace(shell.directory().toString(), "<dir>")
                        .replace(TracerJar.path().toString(), "<jar>")
                        .replace(Jdk.java().toString(), "<java>")
                        .replace(Long.toString(pid), "<pid>"))
                .toList();
    }

    /** The program that the lines of a section act on. */
    private static final class Program {
        private @Nullable JvmProcess process;
        private int served;

        void start(String main, Shell shell) {
            JvmProcess started = shell.start("exec \"$JAVA\" -cp \"$EXAMPLES\" " + main);
            started.awaitStdout("ready");
            process = started;
        }

        void send(String line) {
            JvmProcess started = Objects.requireNonNull(process, "no program runs");
            started.send(line);
            started.awaitStdout(++served + " ok");
        }

        long pid() {
            return process == null ? Long.MAX_VALUE : process.pid();
        }
    }
}
