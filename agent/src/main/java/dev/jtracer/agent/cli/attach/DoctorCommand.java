// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.attach;

import dev.jtracer.agent.cli.command.Arguments;
import dev.jtracer.agent.cli.command.Command;
import dev.jtracer.agent.cli.command.CommandException;
import dev.jtracer.agent.cli.command.Terminal;
import dev.jtracer.agent.control.TracerStatus;
import dev.jtracer.engine.text.ByteText;
import dev.jtracer.engine.text.CountText;
import dev.jtracer.engine.text.PlainText;
import dev.jtracer.engine.text.Styles;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The command that checks what keeps this machine or one JVM from being traced. */
public final class DoctorCommand extends Command {
    public DoctorCommand() {
        super("doctor", "[PID]", "check what keeps this machine, or one JVM, from being traced", List.of());
        synonyms("check", "diagnose");
        notes("""
                Checks of a JVM: whether tools may attach, version, options in the way, other \
                agents, containers, whether a class is woven, lost records, disk space. The exit \
                code is 1 if there is a problem.""");
    }

    @Override
    protected void execute(Arguments arguments, Terminal terminal) throws CommandException {
        requireAtMost(1, arguments);
        Diagnosis diagnosis = new Diagnosis(terminal);
        if (arguments.operands().isEmpty()) {
            machine(diagnosis);
        } else {
            process(TargetJvm.pid(this, arguments), terminal.jar(), diagnosis);
        }
        if (diagnosis.problems() > 0) {
            throw CommandException.limit(CountText.of(diagnosis.problems(), "problem") + " found");
        }
    }

    private static void machine(Diagnosis diagnosis) {
        diagnosis.ok(
                "this command runs as user '" + System.getProperty("user.name") + "' on Java " + Runtime.version());
        diagnosis.ok(
                ModuleLayer.boot().findModule("jdk.attach").isPresent()
                        ? "this Java has the module jdk.attach"
                        : "this Java has no module jdk.attach; the JVM's own socket is used");
        if (TargetProcess.areVisible()) {
            diagnosis.ok(
                    CountText.of(LocalJvm.all().size(), "JVM") + " to be seen; java -jar tracer.jar list names them");
        } else {
            diagnosis.note("this system has no /proc; jps -l names the JVMs");
        }
        Path directory = Path.of("").toAbsolutePath();
        diagnosis.disk(directory, directory);
    }

    private static void process(long pid, Path jar, Diagnosis diagnosis) {
        try {
            TargetProcess target = TargetProcess.of(pid);
            target.check();
            String user = target.owner().orElse("unknown");
            if (TargetProcess.areVisible()) {
                diagnosis.ok("process '" + pid + "' is a JVM of user '" + user + "' that lets tools attach");
            } else {
                diagnosis.note("process '" + pid + "' belongs to user '" + user
                        + "'; this system has no /proc to tell more; see jcmd " + pid + " VM.command_line");
            }
        } catch (CommandException refused) {
            diagnosis.problem(String.valueOf(refused.getMessage()));
        }
        ProcessHandle.of(pid)
                .flatMap(LocalJvm::of)
                .filter(LocalJvm::readable)
                .ifPresent(jvm -> jvm(jvm, jar, diagnosis));
    }

    private static void jvm(LocalJvm jvm, Path jar, Diagnosis diagnosis) {
        diagnosis.java(jvm.java());
        diagnosis.flags(jvm.flags(), jvm.traced());
        diagnosis.container(jvm.pid());
        if (!jvm.traced()) {
            diagnosis.ok(
                    "it is not traced; start with: java -jar tracer.jar attach " + jvm.pid() + " include=com.acme");
            return;
        }
        try (TargetJvm target = TargetJvm.attach(jvm.pid(), jar)) {
            diagnosis.status(jvm.pid(), target.command("status"));
        } catch (CommandException refused) {
            diagnosis.problem(String.valueOf(refused.getMessage()));
        }
    }

    /** The checks of a JVM, each printed as a line. */
    static final class Diagnosis {
        private static final long LITTLE_SPACE = 256L << 20;
        private static final List<String> AGENTS = List.of("-javaagent:", "-agentpath:", "-agentlib:");

        private final PrintStream out;
        private final Styles styles;
        private int problems;

        Diagnosis(Terminal terminal) {
            this.out = terminal.out();
            this.styles = terminal.styles();
        }

        int problems() {
            return problems;
        }

        void ok(String line) {
            print(styles.good("ok") + "       ", line);
        }

        void note(String line) {
            print("note     ", line);
        }

        void problem(String line) {
            problems++;
            print(styles.alert("PROBLEM") + "  ", line);
        }

        private void print(String kind, String line) {
            out.println(kind + PlainText.of(line));
        }

        /** Checks the version of Java; empty if unknown. */
        void java(String version) {
            if (version.isEmpty()) {
                note("its version of Java is unknown, because it publishes no performance data (-XX:-UsePerfData)");
            } else if (version.startsWith("1.") || version.matches("(9|1[0-6])\\D.*|9|1[0-6]")) {
                problem("it is Java " + version + "; run the application with Java 17 or later");
            } else {
                ok("it is Java " + version);
            }
        }

        /** Checks the options of the JVM's command line. */
        void flags(String flags, boolean traced) {
            boolean clean = true;
            for (String flag : flags.split("\\s+", -1)) {
                if (flag.equals("-Xrs")) {
                    clean = false;
                    note("-Xrs: the signal never arrives; switch by java -jar tracer.jar start and stop");
                } else if (flag.equals("-XX:-EnableDynamicAgentLoading") && !traced) {
                    clean = false;
                    problem("'" + flag + "' forbids attaching; omit it, or start with -javaagent:tracer.jar");
                } else if (AGENTS.stream().anyMatch(flag::startsWith) && !flag.contains("tracer.jar")) {
                    clean = false;
                    note("another agent: '" + flag + "'; both are woven into the same classes");
                }
            }
            if (clean) {
                ok("no option of its command line is in the way");
            }
        }

        /** Checks whether a process runs in another container. */
        void container(long pid) {
            try {
                Path own = Files.readSymbolicLink(Path.of("/proc/self/ns/pid"));
                Path other = Files.readSymbolicLink(Path.of("/proc", Long.toString(pid), "ns", "pid"));
                if (!own.equals(other)) {
                    note(
                            "it runs in a container with process ids of its own; its files lie in that container, and tracer.jar has"
                                    + " to lie there under the same path");
                }
            } catch (IOException unknown) {
                // not Linux, or not readable, which another line says
            }
        }

        /** Checks the space for files in a directory, which this command reaches by {@code access}. */
        void disk(Path directory, Path access) {
            if (!Files.isDirectory(access)) {
                problem("'" + directory + "' is not there or cannot be read; change output=");
                return;
            }
            // Not by Files.getFileStore: that resolves /proc/PID/root to a path of this command's own container.
            long free = access.toFile().getUsableSpace();
            String line = ByteText.of(free) + " free for files in '" + directory + "'";
            if (!Files.isWritable(access)) {
                problem("'" + directory + "' is not writable for this user; change output=");
            } else if (free < LITTLE_SPACE) {
                problem(line + "; free some, or change output=");
            } else {
                ok(line);
            }
        }

        /** Checks the status that the tracer in a process has replied. */
        void status(long pid, String status) {
            String woven = value(status, TracerStatus.WOVEN);
            String lost = value(status, "lost events");
            String output = value(status, "output");
            ok("it is traced; recording is " + value(status, "recording"));
            if (woven.startsWith("0 ")) {
                problem("no class is woven: include= matches no loaded class; compare its spelling with the source");
            } else {
                ok("woven: " + woven);
            }
            if (!lost.equals("0")) {
                note("records lost: " + lost + "; java -jar tracer.jar status " + pid + " shows the causes");
            }
            directory(output).ifPresent(directory -> disk(directory, TargetProcess.inside(pid, directory)));
        }

        /** Returns the directory of a file, by its absolute path; empty for any other text, as {@code none yet}. */
        static Optional<Path> directory(String output) {
            try {
                Path file = Path.of(output);
                return file.isAbsolute() ? Optional.ofNullable(file.getParent()) : Optional.empty();
            } catch (InvalidPathException ofAnotherSystem) {
                return Optional.empty();
            }
        }

        private static String value(String status, String label) {
            return status.lines()
                    .filter(line -> line.startsWith(label + " "))
                    .map(line -> line.substring(label.length()).strip())
                    .findFirst()
                    .orElse("unknown");
        }
    }
}
