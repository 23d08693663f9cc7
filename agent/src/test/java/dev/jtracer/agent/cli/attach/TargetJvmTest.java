// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs against real processes, each of which has to survive. */
class TargetJvmTest {
    private final List<Process> started = new ArrayList<>();

    private final Path directory;

    TargetJvmTest(@TempDir Path directory) {
        this.directory = directory;
    }

    /** Prints a line when it has started, and lives until its stdin is closed. */
    public static final class Waiting {
        public static void main(String[] arguments) throws IOException {
            System.out.println("up");
            while (System.in.read() >= 0) {
                // stay
            }
        }
    }

    private Process start(String... command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        started.add(process);
        return process;
    }

    private Process startJvm(String... options) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Waiting.class.getName()));
        Process process = start(command.toArray(new String[0]));
        assertThat(process.inputReader().readLine()).isEqualTo("up");
        return process;
    }

    @AfterEach
    void end() {
        for (Process process : started) {
            process.destroyForcibly();
        }
    }

    @Test
    void jvmWithoutTheTracer_declinesCommandsAndIsLeftAlone() throws Exception {
        Process process = startJvm();

        try (TargetJvm target = TargetJvm.attach(process.pid(), directory.resolve("tracer.jar"))) {
            assertThatThrownBy(() -> target.command("status"))
                    .hasFieldOrPropertyWithValue("exitCode", 3)
                    .hasMessage("process '" + process.pid() + "' runs without the tracer; start it with java -jar"
                            + " tracer.jar attach " + process.pid() + " include=com.acme");
        }

        process.outputWriter().close();
        assertThat(process.waitFor()).isZero();
    }

    @Test
    void jarThatIsNotThere_cannotBeLoaded() throws Exception {
        Process process = startJvm();

        try (TargetJvm target = TargetJvm.attach(process.pid(), directory.resolve("tracer.jar"))) {
            assertThatThrownBy(() -> target.start("include=com.acme"))
                    .hasFieldOrPropertyWithValue("exitCode", 3)
                    .hasMessage("process '" + process.pid() + "' cannot read '" + directory.resolve("tracer.jar")
                            + "'; run tracer.jar from a path that its user can read, and where its container has"
                            + " tracer.jar too");
        }
    }

    @Test
    void jvmThatForbidsAttach_isNotTouched() throws Exception {
        Process process = startJvm("-XX:+DisableAttachMechanism");

        assertThatThrownBy(() -> TargetJvm.attach(process.pid(), directory.resolve("tracer.jar")))
                .hasFieldOrPropertyWithValue("exitCode", 3)
                .hasMessageContaining("does not let tools attach");

        process.outputWriter().close();
        // SIGQUIT would have made the process print a thread dump here.
        assertThat(process.inputReader().readLine()).isNull();
    }

    @Test
    void jvmThatForbidsAgents_isExplained() throws Exception {
        Process process = startJvm("-XX:-EnableDynamicAgentLoading");

        try (TargetJvm target = TargetJvm.attach(process.pid(), directory.resolve("tracer.jar"))) {
            assertThatThrownBy(() -> target.start("include=com.acme"))
                    .hasFieldOrPropertyWithValue("exitCode", 3)
                    .hasMessageContaining("-XX:+EnableDynamicAgentLoading");
        }
    }

    @Tag("slow")
    @Test
    @Timeout(60)
    void jvmThatIsStopped_isExplained() throws Exception {
        assumeTrue(Files.isDirectory(Path.of("/proc/self")), "this system has no /proc");
        Process process = startJvm();
        String explained = "process '" + process.pid() + "' is stopped and cannot answer; let it go on by kill -CONT "
                + process.pid();
        try (TargetJvm target = TargetJvm.attach(process.pid(), directory.resolve("tracer.jar"))) {
            signal("STOP", process);

            assertThatThrownBy(() -> target.command("status"))
                    .hasFieldOrPropertyWithValue("exitCode", 3)
                    .hasMessage(explained);
            assertThatThrownBy(() -> TargetJvm.attach(process.pid(), directory.resolve("tracer.jar"))
                            .command("status"))
                    .hasFieldOrPropertyWithValue("exitCode", 3)
                    .hasMessage(explained);
        }

        signal("CONT", process);
        process.outputWriter().close();
        assertThat(process.waitFor()).isZero();
    }

    private static void signal(String name, Process process) throws Exception {
        assertThat(new ProcessBuilder("sh", "-c", "kill -" + name + " " + process.pid())
                        .start()
                        .waitFor())
                .isZero();
    }

    @Test
    void programThatIsNoJvm_survives() throws Exception {
        assumeTrue(Files.isDirectory(Path.of("/proc/self")), "this system has no /proc");
        Process process = start("sleep", "600");

        assertThatThrownBy(() -> TargetJvm.attach(process.pid(), directory.resolve("tracer.jar")))
                .hasFieldOrPropertyWithValue("exitCode", 3)
                .hasMessageStartingWith("process '" + process.pid() + "' is not a JVM");

        assertThat(process.isAlive()).isTrue();
    }

    @Test
    void processOfAnotherUser_isExplained() {
        // A directory without the files replaces one whose files may not be read.
        TargetProcess process = new TargetProcess(4711, directory, Optional.of("alice"));

        assertThatThrownBy(process::check)
                .hasFieldOrPropertyWithValue("exitCode", 3)
                .hasMessage("process '4711' belongs to user 'alice'; run this command as that user");
    }
}
