// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;

/**
 * The measured process: runs the main method of {@code args[0]} again and again for {@code args[1]} seconds, then for
 * {@code args[2]} more; prints how many milliseconds of wall clock and of CPU time a round of the latter took.
 */
final class LibraryRounds {
    private static final double NANOS_PER_MILLI = 1e6;

    private LibraryRounds() {}

    public static void main(String[] args) throws ReflectiveOperationException {
        Method program = Class.forName(args[0]).getMethod("main", String[].class);
        PrintStream out = System.out;
        System.setOut(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
        run(program, Long.parseLong(args[1]) * 1_000_000_000);
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long cpu = system.getProcessCpuTime();
        long start = System.nanoTime();
        double rounds = run(program, Long.parseLong(args[2]) * 1_000_000_000);
        out.println((System.nanoTime() - start) / rounds / NANOS_PER_MILLI + " "
                + (system.getProcessCpuTime() - cpu) / rounds / NANOS_PER_MILLI);
    }

    private static int run(Method program, long forNanos) throws ReflectiveOperationException {
        long start = System.nanoTime();
        int rounds = 0;
        do {
            program.invoke(null, (Object) new String[0]);
            rounds++;
        } while (System.nanoTime() - start < forNanos);
        return rounds;
    }
}
