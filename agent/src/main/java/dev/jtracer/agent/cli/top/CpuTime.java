// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.top;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The CPU time of a process so far, according to Linux.
 *
 * @param processNanos time of all its threads
 * @param tracerNanos time of the tracer's threads
 */
record CpuTime(long processNanos, long tracerNanos) {
    /* The kernel knows the names of a JVM's threads, and counting costs the traced JVM nothing. */
    private static final String TRACER = "jtracer";

    /** The unit of times in /proc on every architecture that HotSpot runs on. */
    private static final long NANOS_PER_TICK = 10_000_000;

    /** Index of the user time among the fields after the command's name; the system time follows. */
    private static final int USER_TIME = 11;

    /** Reads the times of a process; empty where the system does not tell them. */
    static Optional<CpuTime> of(Path process) {
        try {
            String stat = Files.readString(process.resolve("stat"), StandardCharsets.ISO_8859_1);
            List<String> fields =
                    List.of(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1));
            long ticks = Long.parseLong(fields.get(USER_TIME)) + Long.parseLong(fields.get(USER_TIME + 1));
            return Optional.of(new CpuTime(ticks * NANOS_PER_TICK, tracer(process.resolve("task"))));
        } catch (IOException | RuntimeException noSuchSystem) {
            return Optional.empty();
        }
    }

    private static long tracer(Path tasks) throws IOException {
        long nanos = 0;
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
            for (Path thread : threads) {
                try {
                    if (Files.readString(thread.resolve("comm"), StandardCharsets.ISO_8859_1)
                            .startsWith(TRACER)) {
                        nanos += Long.parseLong(
                                Files.readString(thread.resolve("schedstat")).split(" ", -1)[0]);
                    }
                } catch (IOException ended) {
                    // its time is part of the process's only
                }
            }
        }
        return nanos;
    }

    /**
     * Returns the CPU time after an earlier moment. The tracer's part is never negative: the time of a thread that has ended
     * in between is not known any more.
     */
    CpuTime since(CpuTime earlier) {
        return new CpuTime(
                Math.max(0, processNanos - earlier.processNanos), Math.max(0, tracerNanos - earlier.tracerNanos));
    }
}
