// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.harness;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A JVM about to be started, with or without the agent. Not thread-safe; may be started several times. */
public final class JvmCommand {
    /*
     * On a busy machine writing a trace may take longer than the default allows, and the recording would remain.
     * Totals are lines that tests can read. Set as variables, which the agent's options and an attach override.
     */
    private static final Map<String, String> DEFAULTS = Map.of("JTRACER_EXIT", "60s", "JTRACER_PRINT", "totals");

    private final Jvms jvms;
    private final List<String> main;
    private final List<String> arguments;
    private final List<String> flags = new ArrayList<>();
    private final List<String> flagsAfterAgent = new ArrayList<>();
    private final Set<Path> classPath = new LinkedHashSet<>();
    private final Map<String, String> environment = new LinkedHashMap<>();
    private Path java = Jdk.java();
    private @Nullable String agentOptions;
    private @Nullable Path directory;
    private @Nullable Path stderr;

    JvmCommand(Jvms jvms, List<String> main, List<String> arguments) {
        this.jvms = jvms;
        this.main = main;
        this.arguments = arguments;
    }

    /**
     * Adds the agent with these options. Unless they have {@code exit}, the trace is complete when the JVM has ended.
     */
    public JvmCommand agent(String options) {
        agentOptions = options;
        return this;
    }

    /** Adds flags of the JVM, before all others. */
    public JvmCommand jvm(String... moreFlags) {
        flags.addAll(List.of(moreFlags));
        return this;
    }

    /** Has the JVM compile by C1 alone, for a program that mostly starts: C2 would take half of its CPU time. */
    public JvmCommand quick() {
        return jvm("-XX:TieredStopAtLevel=1");
    }

    /** Adds flags of the JVM after the agent: those of another agent that is to start after it. */
    public JvmCommand jvmAfterAgent(String... moreFlags) {
        flagsAfterAgent.addAll(List.of(moreFlags));
        return this;
    }

    /** Adds the jar or class directory that each of these classes came from. */
    public JvmCommand onClassPath(Class<?>... owners) {
        for (Class<?> owner : owners) {
            try {
                classPath.add(Path.of(owner.getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI()));
            } catch (URISyntaxException e) {
                throw new IllegalArgumentException("cannot locate " + owner, e);
            }
        }
        return this;
    }

    /** Adds a jar or a class directory. */
    public JvmCommand onClassPath(Path entry) {
        classPath.add(entry);
        return this;
    }

    /** Sets the runtime to run in, by default the JDK under test. */
    public JvmCommand runtime(Path home) {
        java = home.resolve("bin").resolve("java");
        flags.removeIf(flag -> flag.startsWith("-XX:SharedArchiveFile=")); // is of the JDK under test
        return this;
    }

    /** Sets a variable of the environment. */
    public JvmCommand env(String name, String value) {
        environment.put(name, value);
        return this;
    }

    /** Sets the working directory, by default a fresh one. */
    public JvmCommand in(Path workingDirectory) {
        directory = workingDirectory;
        return this;
    }

    /** Sets the file or pipe of standard error, which results then do not have. */
    public JvmCommand stderr(Path file) {
        stderr = file;
        return this;
    }

    /** Starts the JVM and waits for its end. */
    public JvmResult run() {
        return start().awaitExit();
    }

    /** Runs the same command without the agent, in a fresh directory: what the application does by itself. */
    public JvmResult runUntraced() {
        return start(null, null).awaitExit();
    }

    /** Starts the JVM. */
    public JvmProcess start() {
        return start(agentOptions, directory);
    }

    private JvmProcess start(@Nullable String options, @Nullable Path workingDirectory) {
        try {
            Path cwd = workingDirectory == null ? jvms.newDirectory("jvm") : workingDirectory;
            // Beside the working directory, so that a test may read, fill or delete the latter.
            Path output = jvms.newDirectory("output");
            Path err = Files.createFile(output.resolve("stderr"));
            List<String> command = new ArrayList<>(Interrupts.WORDS);
            command.addAll(commandLine(options));
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(cwd.toFile())
                    .redirectOutput(output.resolve("stdout").toFile())
                    .redirectError((stderr == null ? err : stderr).toFile());
            builder.environment().keySet().removeIf(JvmCommand::changesJvm);
            builder.environment().putAll(DEFAULTS);
            builder.environment().putAll(environment);
            Files.write(output.resolve("command"), builder.command());
            JvmProcess process = new JvmProcess(builder.start(), cwd, output);
            jvms.add(process);
            return process;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<String> commandLine(@Nullable String options) {
        List<String> command = new ArrayList<>();
        command.add(java.toString());
        command.addAll(flags);
        if (options != null) {
            command.add("-javaagent:" + TracerJar.path() + "=" + options);
        }
        command.addAll(flagsAfterAgent);
        if (!classPath.isEmpty()) {
            command.add("-cp");
            command.add(String.join(
                    File.pathSeparator, classPath.stream().map(Path::toString).toList()));
        }
        command.addAll(main);
        command.addAll(arguments);
        return command;
    }

    static boolean changesJvm(String variable) {
        return variable.equals("CLICOLOR_FORCE")
                || variable.startsWith("JTRACER_")
                || variable.startsWith("JAVA_")
                || variable.startsWith("JDK_JAVA_");
    }
}
