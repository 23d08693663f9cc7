// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.harness;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Objects;

/**
 * A disk that fails on command: in a JVM with this library, operations on files of some names end with an error.
 * Needs a compiler for C; without one the test is skipped.
 */
public final class FailingDisk {
    private final Path library;
    private final Path faults;
    private final String name;

    /**
     * Compiles the library.
     *
     * @param directory an empty directory
     * @param name a part of the names of the files that are hit
     */
    public FailingDisk(Path directory, String name) throws IOException, InterruptedException {
        this.name = name;
        library = library(directory, "failing-disk");
        faults = directory.resolve("faults");
    }

    /** Compiles a library of the test's resources, which {@code LD_PRELOAD} gives to a JVM. */
    public static Path library(Path directory, String name) throws IOException, InterruptedException {
        Path library = directory.resolve(name + ".so");
        Path source = directory.resolve(name + ".c");
        try (InputStream in = FailingDisk.class.getResourceAsStream("/" + name + ".c")) {
            Files.copy(Objects.requireNonNull(in), source);
        }
        assumeTrue(
                compile(List.of("gcc", "-shared", "-fPIC", "-o", library.toString(), source.toString(), "-ldl")),
                "no compiler for C, which makes " + name);
        return library;
    }

    private static boolean compile(List<String> command) throws InterruptedException {
        try {
            return new ProcessBuilder(command).inheritIO().start().waitFor() == 0;
        } catch (IOException noCompiler) {
            return false;
        }
    }

    /** Gives a JVM this disk. */
    public JvmCommand under(JvmCommand command) {
        return command.env("LD_PRELOAD", library.toString())
                .env("FAULTS", faults.toString())
                .env("FAILING_NAME", name);
    }

    /** Lets the next writes to a recording fail. */
    public void fail(long operations) throws IOException {
        fail(0, operations, "EIO", "pwrite,ftruncate");
    }

    /**
     * Lets operations fail.
     *
     * @param before how many succeed before
     * @param operations how many fail
     * @param kind EIO, ENOSPC, SHORT for writes of half the bytes, or STALL for those that take 300 ms
     * @param kinds of operations: open, write, pwrite, ftruncate, fsync, mmap, rename, unlink, separated by commas
     */
    public void fail(long before, long operations, String kind, String kinds) throws IOException {
        // A new file by renaming: the JVM never reads half of one.
        String text = String.format("%020d %020d %s %s", before, operations, kind, kinds);
        Path next = Files.writeString(faults.resolveSibling("next"), text);
        Files.move(next, faults, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Returns how many operations are still to fail. */
    public long left() throws IOException {
        return Long.parseLong(Files.readString(faults).split(" ")[1]);
    }
}
