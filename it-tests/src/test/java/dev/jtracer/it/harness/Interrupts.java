// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The words before a command that resets SIGINT. A process that is started by {@code nohup} or in the background of a
 * shell ignores SIGINT, all that it starts inherit this, and a JVM that ignores it cannot be interrupted. Needs
 * {@code env} of coreutils 8.31 or later.
 */
final class Interrupts {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String IGNORED = "SigIgn:";
    private static final long SIGINT = 1L << 1;
    private static final List<String> RESET = List.of("env", "--default-signal=INT");

    /** The words; none if this process does not ignore SIGINT. */
    static final List<String> WORDS = areIgnored() ? RESET : List.of();

    private Interrupts() {}

    private static boolean areIgnored() {
        try {
            return Files.exists(STATUS)
                    && Files.readAllLines(STATUS).stream()
                            .filter(line -> line.startsWith(IGNORED))
                            .anyMatch(line -> (Long.parseUnsignedLong(
                                                    line.substring(IGNORED.length())
                                                            .strip(),
                                                    16)
                                            & SIGINT)
                                    != 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
