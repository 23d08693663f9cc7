// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.jtracer.agent.config.Platform;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompletionScriptTest {
    private final Path directory;
    private final CompletionScript script;

    CompletionScriptTest(@TempDir Path directory) {
        this.directory = directory;
        Path jar = directory.resolve("it's a tracer.jar");
        this.script = new CompletionScript(Main.commands().all(), jar.toString(), Platform.current());
    }

    private String run(String shell, String program) throws IOException, InterruptedException {
        Path file = Files.writeString(directory.resolve("script"), program);
        Process process = new ProcessBuilder(shell, file.toString())
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return output;
    }

    private static boolean exists(String shell) {
        return List.of(System.getenv("PATH").split(":")).stream()
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, shell)));
    }

    @Test
    void processIds_areInTheUsersDirectoryOnMac() {
        CompletionScript mac = new CompletionScript(Main.commands().all(), "tracer.jar", Platform.MAC);

        assertThat(mac.bash())
                .contains("ls \"$TMPDIR\"/hsperfdata_\"$(id -un)\"")
                .doesNotContain("/tmp/hsperfdata");
        assertThat(mac.zsh()).contains("\"$TMPDIR\"/hsperfdata_\"$(id -un)\"/*(N:t)");
        assertThat(mac.fish()).contains("ls \"$TMPDIR\"/hsperfdata_(id -un)");
        assertThat(script.bash()).contains("ls /tmp/hsperfdata_\"$(id -un)\"");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            jtracer comp        | completion
            jtracer conv        | convert
            jtracer report --js | --json
            jtracer report tra  | trace.json
            jtracer cut a --fr  | --from
            """)
    void bash_completesCommandsOptionsAndFiles(String line, String expected) throws Exception {
        assumeThat(exists("bash")).as("bash is here").isTrue();
        Files.writeString(directory.resolve("trace.json"), "[]");
        String words = "(" + line + ")";

        String completed = run(
                "bash",
                script.bash() + "COMP_WORDS=" + words + "; COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _jtracer;"
                        + " echo \"${COMPREPLY[*]}\"\n");

        assertThat(completed.strip()).isEqualTo(expected);
    }

    @Test
    void processIds_areCompletedWhereTheyAreOptionalToo() {
        for (String command : List.of("stop", "doctor")) {
            assertThat(script.bash().lines())
                    .anyMatch(line -> line.startsWith("    " + command + ") ") && line.contains("/tmp/hsperfdata_"));
            assertThat(script.zsh().lines())
                    .anyMatch(line -> line.startsWith("    " + command + ") ") && line.contains("/tmp/hsperfdata_"));
            assertThat(script.fish().lines())
                    .anyMatch(line -> line.contains("__fish_seen_subcommand_from " + command + "'")
                            && line.contains("/tmp/hsperfdata_"));
        }
        assertThat(script.bash().lines())
                .noneMatch(line -> line.startsWith("    report) ") && line.contains("/tmp/hsperfdata_"));
    }

    @Test
    void function_runsTheJarWhateverItsName() throws Exception {
        assumeThat(exists("bash")).as("bash is here").isTrue();

        String shown = run("bash", script.bash() + "java() { printf '%s\\n' \"$@\"; }; jtracer 'a b'\n");

        assertThat(shown).isEqualTo("-jar\n" + directory.resolve("it's a tracer.jar") + "\na b\n");
    }

    @ParameterizedTest
    @CsvSource({"zsh", "fish"})
    void otherShells_readTheirScript(String shell) throws Exception {
        assumeThat(exists(shell)).as(shell + " is here").isTrue();

        assertThat(run(shell, (shell.equals("zsh") ? script.zsh() : script.fish()) + "echo read\n"))
                .isEqualTo("read\n");
    }

    @Test
    void everyScript_namesEveryCommandAndOption() {
        Main.commands().all().forEach(command -> {
            assertThat(script.bash()).contains("    " + command.name() + ") ");
            assertThat(script.zsh()).contains("'" + command.name() + ":");
            assertThat(script.fish()).contains(" -a " + command.name() + " ");
            command.options().forEach(option -> {
                assertThat(script.bash()).contains(option.names());
                assertThat(script.zsh()).contains(option.names());
                assertThat(script.fish()).contains(" -l " + option.name().substring(2));
            });
        });
    }
}
