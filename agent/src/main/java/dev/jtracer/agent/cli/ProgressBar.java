// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** How far a long piece of work has come, on one line of a terminal; nothing where stderr is not one. */
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

    /** Shows the part done, 0 to 1; prints only when the percentage has changed. */
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

    /** Leaves the line empty for what is said next. */
    void clear() {
        if (visible && shown >= 0) {
            err.print("\r" + " ".repeat(CELLS + 7) + "\r");
            err.flush();
        }
    }

    /** Asked of the kernel: since JDK 22 System.console() is there even without a terminal. */
    private static boolean isTerminal() {
        try {
            Path stderr = Files.readSymbolicLink(Path.of("/proc/self/fd/2"));
            return stderr.startsWith("/dev/pts") || stderr.toString().startsWith("/dev/tty");
        } catch (IOException | RuntimeException notLinux) {
            return false;
        }
    }
}
