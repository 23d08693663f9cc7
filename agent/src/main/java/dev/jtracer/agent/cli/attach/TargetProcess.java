// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.attach;

import dev.jtracer.agent.cli.command.CommandException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;

/** A process of this machine, by its files in {@code /proc}, and the files that it sees in its container. */
record TargetProcess(long pid, Path proc, Optional<String> owner) {
    private static final Path PROC = Path.of("/proc");

    static TargetProcess of(long pid) throws CommandException {
        if (pid == ProcessHandle.current().pid()) {
            throw CommandException.attach(
                    "process '" + pid + "' is this command itself; java -jar tracer.jar list names the other JVMs");
        }
        Optional<ProcessHandle> process = ProcessHandle.of(pid);
        if (process.isEmpty()) {
            throw CommandException.attach(
                    "there is no process '" + pid + "'; java -jar tracer.jar list names the JVMs");
        }
        return new TargetProcess(
                pid, PROC.resolve(Long.toString(pid)), process.get().info().user());
    }

    /* An attach sends SIGQUIT to a process without an attach socket. A JVM then opens one; most other programs die,
     * and a JVM with -XX:+DisableAttachMechanism prints all its threads to its stdout. Without /proc only the JDK's
     * own checks apply. */
    /** Checks that an attach does no harm. */
    void check() throws CommandException {
        if (!Files.isDirectory(proc)) {
            return;
        }
        String maps;
        String commandLine;
        try {
            maps = read("maps");
            commandLine = read("cmdline");
        } catch (IOException unreadable) {
            throw CommandException.attach("process '" + pid + "' " + whyUnreadable(unreadable));
        }
        if (!maps.contains("/libjvm.so")) {
            throw CommandException.attach(
                    "process '" + pid + "' is not a JVM; java -jar tracer.jar list names the JVMs");
        }
        if (commandLine.contains("-XX:+DisableAttachMechanism")) {
            throw CommandException.attach("process '" + pid + "' does not let tools attach; start its JVM without"
                    + " '-XX:+DisableAttachMechanism', or with -javaagent:tracer.jar");
        }
    }

    /** Returns whether the process is stopped, by SIGSTOP or a debugger, so that no thread of it runs. */
    boolean isStopped() {
        try {
            String status = read("stat");
            // The state follows the name, which may hold any character.
            char state = status.charAt(status.lastIndexOf(')') + 2);
            return state == 'T' || state == 't';
        } catch (IOException | StringIndexOutOfBoundsException unknown) {
            return false;
        }
    }

    private String whyUnreadable(IOException cause) {
        String self = ProcessHandle.current().info().user().orElse("");
        if (owner.isPresent() && !owner.get().equals(self)) {
            return "belongs to user '" + owner.get() + "'; run this command as that user";
        }
        return "cannot be read by this command, although it is of the same user (" + cause.getMessage()
                + "); run the command in the process's own container, or with the capability CAP_SYS_PTRACE";
    }

    private String read(String file) throws IOException {
        return new String(Files.readAllBytes(proc.resolve(file)), StandardCharsets.ISO_8859_1);
    }

    /** Returns whether this system shows processes as files, as Linux does. */
    static boolean areVisible() {
        return Files.isDirectory(PROC.resolve("self"));
    }

    /**
     * Returns whether a process belongs to the user of this command. Root's commands reach other users' processes
     * too, which must not choose files for root to write.
     */
    static boolean isOwn(long pid) {
        if (areVisible()) {
            try {
                return Files.getOwner(PROC.resolve(Long.toString(pid))).equals(Files.getOwner(PROC.resolve("self")));
            } catch (IOException ended) {
                return false;
            }
        }
        Optional<String> owner =
                ProcessHandle.of(pid).flatMap(process -> process.info().user());
        return owner.isPresent() && owner.equals(ProcessHandle.current().info().user());
    }

    /** Returns whether a file, as this command reaches it, belongs to the user of a process. */
    static boolean isOwnedByUserOf(long pid, Path file) throws IOException {
        return !areVisible()
                || Files.getOwner(file, LinkOption.NOFOLLOW_LINKS)
                        .equals(Files.getOwner(PROC.resolve(Long.toString(pid))));
    }

    /** Returns whether a symbolic link is in a path of a process, which may lead out of its container. */
    static boolean hasLink(long pid, Path path) {
        for (Path part = path; part != null && part.getFileName() != null; part = part.getParent()) {
            if (Files.isSymbolicLink(inside(pid, part))) {
                return true;
            }
        }
        return false;
    }

    /** Returns the path by which this command reaches an absolute path of a process. */
    static Path inside(long pid, Path path) {
        Path root = PROC.resolve(Long.toString(pid)).resolve("root");
        Path ownRoot = path.getRoot();
        return ownRoot != null && Files.isReadable(root) ? root.resolve(ownRoot.relativize(path)) : path;
    }
}
