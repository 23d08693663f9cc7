// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** The progress of a long operation on one line of a terminal; shows nothing if stderr is not a terminal. */
final class ProgressBar {
    private static final int CELLS = 40;

    private final PrintStream err;
    private final boolean visible;
    private int shown = -1;

    ProgressBar(PrintStream err) {
        this(err, isTerminal());
    }

    ProgressBar(PrintStream err, boolean visible) {
        this.err = err;
        this.visible = visible;
    }

    /** Shows the completed part, 0 to 1; prints only if the percentage has changed. */
    void show(double done) {
        int percent = (int) (done * 100);
        if (!visible || percent == shown) {
            return;
        }
        shown = percent;
        int full = percent * CELLS / 100;
        err.print("\r[" + "=".repeat(full) + " ".repeat(CELLS - full) + "] " + percent + "%");
        err.flush();
    }

    /** Clears the line for the next message. */
    void clear() {
        if (visible && shown >= 0) {
            err.print("\r" + " ".repeat(CELLS + 7) + "\r");
            err.flush();
        }
    }

    /**
     * Returns whether stderr is a terminal, according to the kernel: since JDK 22 System.console() exists even without
     * one.
     */
    private static boolean isTerminal() {
        try {
            Path stderr = Files.readSymbolicLink(Path.of("/proc/self/fd/2"));
            return stderr.startsWith("/dev/pts") || stderr.toString().startsWith("/dev/tty");
        } catch (IOException | RuntimeException notLinux) {
            return false;
        }
    }
}
