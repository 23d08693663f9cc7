// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.attach;

import dev.jtracer.agent.cli.command.Arguments;
import dev.jtracer.agent.cli.command.Command;
import dev.jtracer.agent.cli.command.CommandException;
import dev.jtracer.agent.cli.command.Terminal;
import dev.jtracer.engine.text.CountText;
import java.nio.file.Path;
import java.util.List;

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
        if (ProcessFiles.areVisible()) {
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
            if (ProcessFiles.areVisible()) {
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
}
