// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.harness;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * A disk that fails on command: in a JVM with this library, writes to files of some names end with an I/O error.
 * Needs a compiler for C; without one the test is skipped.
 */
public final class FailingDisk {
    /* Java writes to a FileChannel by these functions alone. The file of failures is read at each write, so that a
     * test can turn them on and off. It holds how many writes are to fail, in decimal; each failure takes one off. */
    private static final String SOURCE = """
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <errno.h>
            #include <fcntl.h>
            #include <stdio.h>
            #include <stdlib.h>
            #include <string.h>
            #include <sys/uio.h>
            #include <unistd.h>

            static int fails(int fd) {
                char link[64], name[4096], left[32];
                snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
                ssize_t length = readlink(link, name, sizeof name - 1);
                if (length < 0) return 0;
                name[length] = 0;
                if (strstr(name, getenv("FAILING_NAME")) == NULL) return 0;
                int failures = open(getenv("FAILURES"), O_RDWR);
                if (failures < 0) return 0;
                length = read(failures, left, sizeof left - 1);
                left[length < 0 ? 0 : length] = 0;
                long count = strtol(left, NULL, 10);
                if (count > 0) {
                    length = snprintf(left, sizeof left, "%020ld", count - 1);
                    if (lseek(failures, 0, SEEK_SET) == 0 && write(failures, left, length) != length) abort();
                }
                close(failures);
                errno = EIO;
                return count > 0;
            }

            ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t at) {
                static ssize_t (*real)(int, const void *, size_t, off64_t);
                if (real == NULL) real = dlsym(RTLD_NEXT, "pwrite64");
                return fails(fd) ? -1 : real(fd, bytes, count, at);
            }

            int ftruncate64(int fd, off64_t size) {
                static int (*real)(int, off64_t);
                if (real == NULL) real = dlsym(RTLD_NEXT, "ftruncate64");
                return fails(fd) ? -1 : real(fd, size);
            }
            """;

    private final Path library;
    private final Path failures;
    private final String name;

    /**
     * Compiles the library.
     *
     * @param directory an empty directory
     * @param name a part of the names of the files that are hit
     */
    public FailingDisk(Path directory, String name) throws IOException, InterruptedException {
        this.name = name;
        library = directory.resolve("failing.so");
        failures = directory.resolve("failures");
        Path source = Files.writeString(directory.resolve("failing.c"), SOURCE);
        assumeTrue(
                compile(List.of("gcc", "-shared", "-fPIC", "-o", library.toString(), source.toString(), "-ldl")),
                "no compiler for C, which makes the disk fail");
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
                .env("FAILURES", failures.toString())
                .env("FAILING_NAME", name);
    }

    /** Lets the next operations fail. */
    public void fail(long operations) throws IOException {
        // A new file by renaming: the JVM never reads half of one.
        Path next = Files.writeString(failures.resolveSibling("next"), String.format("%020d", operations));
        Files.move(next, failures, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Returns how many operations are still to fail. */
    public long left() throws IOException {
        return Long.parseLong(Files.readString(failures));
    }
}
