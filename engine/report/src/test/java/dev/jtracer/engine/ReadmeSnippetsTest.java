// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiles the README's snippets and runs them, in a folder that contains a trace. */
class ReadmeSnippetsTest {
    private static final Pattern SNIPPET = Pattern.compile("```java\n((?:import [^;]*;\n)*)(.*?)```", Pattern.DOTALL);

    private final Path directory;

    ReadmeSnippetsTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    void snippets_compileAndPrintWhatTheyPromise() throws Exception {
        Files.writeString(directory.resolve("trace.json"), TraceText.json("""
                M 7 0 thread_name "args":{"name":"main"}
                X 7 0 outer "dur":9
                X 7 2 inner "dur":3
                b 0x1 1 request
                e 0x1 6 request
                """));
        List<String> classes = compile();

        String output = run(classes);

        assertThat(classes).hasSizeGreaterThanOrEqualTo(4);
        assertThat(output)
                .contains("outer 1\n", "\ninner 2000 3000\n") // totals, and each call
                .contains("[trace.speedscope.json]\n") // the files of an export
                .contains("\nrequest 5000\n") // pairs of async events
                .contains("com.acme.Shop.order"); // live totals
        assertThat(directory.resolve("trace.speedscope.json")).isNotEmptyFile();
    }

    private List<String> compile() throws IOException {
        List<String> classes = new ArrayList<>();
        List<String> arguments = new ArrayList<>(
                List.of("-proc:none", "-cp", System.getProperty("java.class.path"), "-d", directory.toString()));
        Matcher snippet = SNIPPET.matcher(Files.readString(Path.of("../README.md")));
        while (snippet.find()) {
            String name = "Snippet" + (classes.size() + 1);
            Path file = directory.resolve(name + ".java");
            Files.writeString(
                    file,
                    snippet.group(1) + "class " + name + " { static void run() throws Exception {\n" + snippet.group(2)
                            + "} }\n");
            classes.add(name);
            arguments.add(file.toString());
        }
        Path main = directory.resolve("Snippets.java");
        Files.writeString(
                main,
                "class Snippets { public static void main(String[] args) throws Exception { "
                        + String.join(".run(); ", classes) + ".run(); } }");
        arguments.add(main.toString());
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)))
                .isZero();
        return classes;
    }

    private String run(List<String> classes) throws Exception {
        Path output = directory.resolve("output");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        directory + File.pathSeparator + absolute(System.getProperty("java.class.path")),
                        "Snippets")
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        String text = Files.readString(output);
        assertThat(process.exitValue()).as(classes + ": " + text).isZero();
        return text;
    }

    private static String absolute(String classPath) {
        return Pattern.compile(File.pathSeparator)
                .splitAsStream(classPath)
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .reduce((all, next) -> all + File.pathSeparator + next)
                .orElseThrow();
    }
}
