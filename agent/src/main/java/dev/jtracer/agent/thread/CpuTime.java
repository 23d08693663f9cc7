// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.thread;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The CPU time of a process so far, according to Linux.
 *
 * @param processNanos time of all its threads, ended ones included
 * @param tracerNanos time of the tracer's threads that live
 * @param compilerNanos time of the JIT compiler's threads that live
 * @param otherNanos time of all other threads that live
 * @param queuedNanos time for which these others could have run and waited for a processor
 */
public record CpuTime(long processNanos, long tracerNanos, long compilerNanos, long otherNanos, long queuedNanos) {
    /** The time where the system does not tell any. */
    public static final CpuTime NONE = new CpuTime(0, 0, 0, 0, 0);

    /* The kernel knows the names of a JVM's threads, and counting costs the traced JVM nothing. Files are read as
     * streams: a channel would be closed in a thread of the application that is interrupted. */
    private static final String TRACER = "jtracer";

    private static final List<String> COMPILERS = List.of("C1 Compiler", "C2 Compiler", "JVMCI");

    /** The unit of times in /proc on every architecture that HotSpot runs on. */
    private static final long NANOS_PER_TICK = 10_000_000;

    /** More than these files have. Without it a reading allocates 16 KB. */
    private static final int MOST_BYTES = 1_024;

    /** Index of the user time among the fields after the command's name; the system time follows. */
    private static final int USER_TIME = 11;

    /** Reads the times of this process; empty where the system does not tell them. */
    public static Optional<CpuTime> ofThisProcess() {
        return of(Path.of("/proc/self"));
    }

    /** Reads the times of a process; empty where the system does not tell them. */
    public static Optional<CpuTime> of(Path process) {
        try {
            long processNanos = processNanos(process);
            long tracer = 0;
            long compiler = 0;
            long other = 0;
            long queued = 0;
            File[] threads = process.resolve("task").toFile().listFiles();
            for (File thread : threads == null ? new File[0] : threads) {
                String name = name(thread.toPath());
                long[] times = times(thread.toPath());
                if (name.startsWith(TRACER)) {
                    tracer += times[0];
                } else if (isCompiler(name)) {
                    compiler += times[0];
                } else {
                    other += times[0];
                    queued += times[1];
                }
            }
            return Optional.of(new CpuTime(processNanos, tracer, compiler, other, queued));
        } catch (IOException | RuntimeException noSuchSystem) {
            return Optional.empty();
        }
    }

    /** Returns the CPU time of this process so far; 0 where the system does not tell it. */
    public static long nanosOfThisProcess() {
        try {
            return processNanos(Path.of("/proc/self"));
        } catch (IOException | RuntimeException noSuchSystem) {
            return 0;
        }
    }

    private static long processNanos(Path process) throws IOException {
        String stat = read(process.resolve("stat"));
        List<String> fields = List.of(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1));
        long ticks = Long.parseLong(fields.get(USER_TIME)) + Long.parseLong(fields.get(USER_TIME + 1));
        return ticks * NANOS_PER_TICK;
    }

    private static boolean isCompiler(String name) {
        for (String compiler : COMPILERS) {
            if (name.startsWith(compiler)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the name of a thread; empty if it has ended. */
    private static String name(Path thread) {
        try {
            return read(thread.resolve("comm"));
        } catch (IOException ended) {
            return "";
        }
    }

    /** Returns the CPU time of the calling thread; 0 where the system does not tell it. */
    public static long nanosOfThisThread() {
        return times(Path.of("/proc/thread-self"))[0];
    }

    /** Returns for how long the calling thread could have run and waited for a processor; 0 if that is not known. */
    public static long queuedNanosOfThisThread() {
        return times(Path.of("/proc/thread-self"))[1];
    }

    /** Returns the time of a thread and that of its waits for a processor; 0 if it has ended. */
    private static long[] times(Path thread) {
        try {
            String[] times = read(thread.resolve("schedstat")).split(" ", -1);
            return new long[] {Long.parseLong(times[0]), Long.parseLong(times[1])};
        } catch (IOException | RuntimeException ended) {
            return new long[2];
        }
    }

    private static String read(Path file) throws IOException {
        try (FileInputStream in = new FileInputStream(file.toFile())) {
            return new String(in.readNBytes(MOST_BYTES), StandardCharsets.ISO_8859_1);
        }
    }

    /** Returns the part of a stretch of time that a thread with something to do has had a processor. */
    public long ofElapsed(long nanos) {
        return otherNanos <= 0 ? nanos : (long) (nanos * ((double) otherNanos / (otherNanos + queuedNanos)));
    }

    /** Returns the CPU time after an earlier moment, never negative: that of a thread that has ended is not known. */
    public CpuTime since(CpuTime earlier) {
        return new CpuTime(
                Math.max(0, processNanos - earlier.processNanos),
                Math.max(0, tracerNanos - earlier.tracerNanos),
                Math.max(0, compilerNanos - earlier.compilerNanos),
                Math.max(0, otherNanos - earlier.otherNanos),
                Math.max(0, queuedNanos - earlier.queuedNanos));
    }
}
