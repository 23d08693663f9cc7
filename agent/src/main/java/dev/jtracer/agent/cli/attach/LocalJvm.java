// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.attach;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A JVM of this machine, as the system shows it without an attach.
 *
 * @param user its user; empty if unknown
 * @param readable whether this command may read the rest
 * @param main its main class or jar without arguments; empty if unknown
 * @param java its version of Java; empty if unknown
 * @param flags its command line's options; empty if unknown
 * @param traced whether it has the tracer's threads
 * @param recording the recording that it writes; empty if none
 */
record LocalJvm(
        long pid,
        String user,
        boolean readable,
        String main,
        String java,
        String flags,
        boolean traced,
        Optional<Path> recording) {
    private static final Path PROC = Path.of("/proc");

    /** Returns all JVMs but this one, in the order of their process ids. */
    static List<LocalJvm> all() {
        long own = ProcessHandle.current().pid();
        return ProcessHandle.allProcesses()
                .filter(process -> process.pid() != own)
                .sorted()
                .flatMap(process -> of(process).stream())
                .toList();
    }

    /** Returns the JVM of a process; empty if it is none, or cannot be told to be one. */
    static Optional<LocalJvm> of(ProcessHandle process) {
        Path proc = PROC.resolve(Long.toString(process.pid()));
        String user = process.info().user().orElse("");
        String maps;
        try {
            maps = Files.readString(proc.resolve("maps"), StandardCharsets.ISO_8859_1);
        } catch (IOException unreadable) {
            return looksLikeJava(proc, process)
                    ? Optional.of(new LocalJvm(process.pid(), user, false, "", "", "", false, Optional.empty()))
                    : Optional.empty();
        }
        if (!maps.contains("/libjvm.so")) {
            return Optional.empty();
        }
        Map<String, String> data = perfData(proc, process.pid());
        return Optional.of(new LocalJvm(
                process.pid(),
                user,
                true,
                main(data, process),
                data.getOrDefault("java.property.java.version", ""),
                data.getOrDefault("java.rt.vmArgs", commandLine(proc)),
                isTraced(proc),
                recording(proc)));
    }

    private static String main(Map<String, String> data, ProcessHandle process) {
        String command = firstWord(data.getOrDefault("sun.rt.javaCommand", ""));
        return command.isEmpty() ? process.info().command().orElse("") : command;
    }

    private static boolean looksLikeJava(Path proc, ProcessHandle process) {
        return JavaProgram.is(process.info().command().orElse(firstWord(commandLine(proc))));
    }

    private static String firstWord(String line) {
        int end = line.indexOf(' ');
        return end < 0 ? line : line.substring(0, end);
    }

    private static String commandLine(Path proc) {
        try {
            return Files.readString(proc.resolve("cmdline"), StandardCharsets.ISO_8859_1)
                    .replace('\0', ' ');
        } catch (IOException ended) {
            return "";
        }
    }

    /* In a container the JVM has another process id and its own /tmp. */
    private static Map<String, String> perfData(Path proc, long pid) {
        try (DirectoryStream<Path> users = Files.newDirectoryStream(proc.resolve("root/tmp"), "hsperfdata_*")) {
            String inner = innerPid(proc, pid);
            for (Path user : users) {
                Path file = user.resolve(inner);
                // Any user can make such a directory, and put a file of this name there.
                if (Files.exists(file, LinkOption.NOFOLLOW_LINKS) && TargetProcess.isOwnedByUserOf(pid, file)) {
                    return PerfData.texts(file);
                }
            }
        } catch (IOException | DirectoryIteratorException unreadable) {
            // A JVM with -XX:-UsePerfData has none either.
        }
        return Map.of();
    }

    private static String innerPid(Path proc, long pid) throws IOException {
        return value(proc.resolve("status"), "NSpid:")
                .map(pids -> pids.substring(pids.lastIndexOf('\t') + 1))
                .orElse(Long.toString(pid));
    }

    /** Finds the first line that starts with a label, and returns what follows the label; empty if no line does. */
    private static Optional<String> value(Path file, String label) throws IOException {
        return Files.readAllLines(file, StandardCharsets.ISO_8859_1).stream()
                .filter(line -> line.startsWith(label))
                .map(line -> line.substring(label.length()).strip())
                .findFirst();
    }

    private static boolean isTraced(Path proc) {
        return first(proc.resolve("task"), thread -> {
                    String name = Files.readString(thread.resolve("comm"), StandardCharsets.ISO_8859_1);
                    return name.startsWith("jtracer") ? thread : null;
                })
                .isPresent();
    }

    /** Returns the recording that is open for writing. */
    private static Optional<Path> recording(Path proc) {
        return first(proc.resolve("fd"), file -> {
            Path target = Files.readSymbolicLink(file);
            boolean isRecording = target.toString().endsWith(".jtr")
                    && isWritable(proc.resolve("fdinfo").resolve(file.getFileName()));
            return isRecording ? target : null;
        });
    }

    /** A look at one file of a directory; null if it is not the one. */
    private interface Look {
        @Nullable
        Path at(Path file) throws IOException;
    }

    private static Optional<Path> first(Path directory, Look look) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                try {
                    Path found = look.at(file);
                    if (found != null) {
                        return Optional.of(found);
                    }
                } catch (IOException closed) {
                    // Threads end and files are closed between the listing and the reading; the others still count.
                }
            }
        } catch (IOException | DirectoryIteratorException ended) {
            // A process that has ended has neither.
        }
        return Optional.empty();
    }

    private static boolean isWritable(Path fdInfo) throws IOException {
        return value(fdInfo, "flags:")
                .filter(flags -> (Long.parseLong(flags, 8) & 3) != 0)
                .isPresent();
    }

    /** Returns the state in a word: recording, traced, not traced, or not readable. */
    String state() {
        if (!readable) {
            return "not readable";
        }
        return recording.isPresent() ? "recording" : traced ? "traced" : "not traced";
    }
}
