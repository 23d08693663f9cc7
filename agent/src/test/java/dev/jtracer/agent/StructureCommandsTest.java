// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the README's commands that check the structure, in a shell. */
@Tag("slow")
class StructureCommandsTest {
    private static final Pattern COMMANDS =
            Pattern.compile("## Check the structure\n.*?\n```\n(.*?)```\n", Pattern.DOTALL);

    private final Path directory;

    StructureCommandsTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    void packages_haveNoCircles() throws Exception {
        assertThat(run(command("circles of packages"), CompiledModules.classesInModule()))
                .isEmpty();
    }

    @Test
    void packages_useNoHigherLayer() throws Exception {
        assertThat(run(command("upward arrows"), CompiledModules.classesInModule()))
                .isEmpty();
    }

    @Test
    void classes_haveTheCirclesOfClassCirclesTest() throws Exception {
        Set<String> circles = ClassCirclesTest.circles(CompiledModules.dependencies());

        List<Set<String>> loops = loops(run(command("circles of classes"), CompiledModules.classesInModule()));

        List<Set<String>> expected =
                circles.stream().map(circle -> Set.of(circle.split(" "))).toList();
        assertThat(loops).allSatisfy(loop -> assertThat(expected)
                .anySatisfy(circle -> assertThat(circle).containsAll(loop)));
        assertThat(expected).allSatisfy(circle -> assertThat(loops)
                .anySatisfy(loop -> assertThat(circle).containsAll(loop)));
    }

    /** A command that fails, or that filters too much, would also print nothing. */
    @Test
    void commands_findACircleAcrossLayers() throws Exception {
        Path low = source("agent/config/Low", "Object high = dev.jtracer.agent.cli.High.ONE;");
        Path high = source("agent/cli/High", "public static final int ONE = 1; dev.jtracer.agent.config.Low low;");
        Path agent = Files.createDirectories(directory.resolve("agent/classes"));
        for (String module : CompiledModules.MODULES) {
            Files.createDirectories(directory.resolve(module).resolve("classes/dev"));
        }
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-d", agent.toString(), low.toString(), high.toString()))
                .isZero();

        Path classes = Path.of("classes");
        assertThat(loops(run(command("circles of packages"), directory, classes)))
                .containsExactly(Set.of("agent.config", "agent.cli"));
        assertThat(loops(run(command("circles of classes"), directory, classes)))
                .containsExactly(Set.of("agent.config.Low", "agent.cli.High"));
        assertThat(run(command("upward arrows"), directory, classes))
                .singleElement()
                .asString()
                .matches("\\s+agent\\.config\\s+-> agent\\.cli\\s+dev");
    }

    private Path source(String name, String body) throws IOException {
        Path file = directory.resolve("src/" + name + ".java");
        Files.createDirectories(file.getParent());
        String folder = name.substring(0, name.lastIndexOf('/'));
        return Files.writeString(
                file,
                "package dev.jtracer." + folder.replace('/', '.') + "; public class "
                        + name.substring(folder.length() + 1) + " { " + body + " }");
    }

    /** Returns the command below the README's comment that begins with these words, after what all commands share. */
    private static String command(String words) throws IOException {
        var section = COMMANDS.matcher(Files.readString(Path.of("README.md")));
        assertThat(section.find()).as("README.md has a section of commands").isTrue();
        String[] parts = section.group(1).split("(?m)^# ");
        return Arrays.stream(parts)
                .filter(part -> part.startsWith(words))
                .map(part -> parts[0] + part.substring(part.indexOf('\n')))
                .findFirst()
                .orElseThrow();
    }

    private List<String> run(String command, Path classes) throws Exception {
        return run(command, CompiledModules.TOP, classes);
    }

    /** Returns the lines that a command prints, run with another folder of classes in each module. */
    private List<String> run(String command, Path top, Path classes) throws Exception {
        assertThat(CompiledModules.MODULES)
                .allSatisfy(module -> assertThat(command).contains(module + "/target/classes"));
        Path output = directory.resolve("output");
        ProcessBuilder shell = new ProcessBuilder("sh", "-c", command.replace("target/classes", classes.toString()))
                .directory(top.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        shell.environment()
                .merge(
                        "PATH",
                        Path.of(System.getProperty("java.home"), "bin").toString(),
                        (path, bin) -> bin + File.pathSeparator + path);
        Process process = shell.start();
        try {
            assertThat(process.waitFor(2, TimeUnit.MINUTES)).as(command).isTrue();
        } finally {
            process.destroyForcibly();
        }
        return Files.readAllLines(output);
    }

    /** Returns what tsort reports: for each loop a heading, and a line for each of its elements. */
    private static List<Set<String>> loops(List<String> lines) {
        List<Set<String>> loops = new ArrayList<>();
        for (String part : String.join("\n", lines).split("tsort: .*(loop|cycle).*\n?")) {
            if (!part.isEmpty()) {
                loops.add(Set.copyOf(Arrays.stream(part.split("\n"))
                        .map(line -> line.replaceFirst("^tsort: dev\\.jtracer\\.", ""))
                        .toList()));
            }
        }
        return loops;
    }
}
