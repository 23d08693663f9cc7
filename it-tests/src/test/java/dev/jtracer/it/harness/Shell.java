// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A POSIX shell that runs lines as users type them. {@code java} is that of the JDK under test, {@code jtracer} runs
 * the product's command line, {@code $TRACER} is the jar and {@code $EXAMPLES} the class path of the examples.
 */
public final class Shell {
    private static final String FUNCTIONS = "java() { \"$JAVA\" \"$@\"; }\njtracer() { \"$JAVA\" '"
            + String.join("' '", TracerJar.commandFlags()) + "' -jar \"$TRACER\" \"$@\"; }\n";

    private final Jvms jvms;
    private final Path directory;
    private final Map<String, String> environment;

    Shell(Jvms jvms, Path directory, Class<?> example) {
        this.jvms = jvms;
        this.directory = directory;
        Path examples = Path.of(
                example.getProtectionDomain().getCodeSource().getLocation().getPath());
        this.environment = Map.of(
                "JAVA", Jdk.java().toString(),
                "TRACER", TracerJar.path().toString(),
                "EXAMPLES", examples.toString(),
                "JTRACER_EXIT", "60s");
    }

    /** Returns the working directory of all lines. */
    public Path directory() {
        return directory;
    }

    /** Starts a line, which may be a whole script. */
    public JvmProcess start(String line) {
        try {
            Path output = jvms.newDirectory("output");
            ProcessBuilder builder = new ProcessBuilder(List.of("sh", "-c", FUNCTIONS + line))
                    .directory(directory.toFile())
                    .redirectOutput(output.resolve("stdout").toFile())
                    .redirectError(output.resolve("stderr").toFile());
            builder.environment().keySet().removeIf(JvmCommand::changesJvm);
            builder.environment().keySet().removeAll(List.of("COLUMNS", "NO_COLOR"));
            builder.environment().putAll(environment);
            JvmProcess process = new JvmProcess(builder.start(), directory, output);
            jvms.add(process);
            return process;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs a line to its end. */
    public JvmResult run(String line) {
        return start(line).awaitExit();
    }
}
