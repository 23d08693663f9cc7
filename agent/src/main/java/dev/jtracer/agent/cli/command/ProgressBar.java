// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.command;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * The progress of a long operation on one line of a terminal, with its rate and the time left; shows nothing if
 * stderr is not a terminal.
 */
public final class ProgressBar {
    private static final int CELLS = 40;
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    /** A rate of less than this time means nothing yet: classes are still being loaded. */
    private static final long MIN_NANOS = NANOS_PER_SECOND / 2;

    private final PrintStream err;
    private final boolean visible;
    private final long bytes;
    private final LongSupplier clock;
    private final long start;
    private int shownPercent = -1;
    private long shownAt;
    private int shownLength;

    public ProgressBar(PrintStream err, List<Path> inputs) {
        this(err, StandardStream.ERR.isTerminal(), size(inputs), System::nanoTime);
    }

    /**
     * @param bytes size of the input, to show the rate; 0 if unknown
     * @param clock nanoseconds of a clock that never goes back
     */
    ProgressBar(PrintStream err, boolean visible, long bytes, LongSupplier clock) {
        this.err = err;
        this.visible = visible;
        this.bytes = bytes;
        this.clock = clock;
        this.start = clock.getAsLong();
    }

    /** Shows the completed part, 0 to 1; prints only if the percentage has changed, and else once a second. */
    public synchronized void show(double done) {
        if (!visible) {
            return;
        }
        int percent = (int) (done * 100);
        long now = clock.getAsLong();
        if (percent == shownPercent && now - shownAt < NANOS_PER_SECOND) {
            return;
        }
        shownPercent = percent;
        shownAt = now;
        int full = percent * CELLS / 100;
        String text =
                "[" + "=".repeat(full) + " ".repeat(CELLS - full) + "] " + percent + "%" + pace(done, now - start);
        String blank = " ".repeat(Math.max(0, shownLength - text.length()));
        shownLength = text.length();
        err.print("\r" + text + blank);
        err.flush();
    }

    /** Clears the line for the next message. */
    public synchronized void clear() {
        if (shownLength > 0) {
            err.print("\r" + " ".repeat(shownLength) + "\r");
            err.flush();
            shownLength = 0;
        }
    }

    private String pace(double done, long elapsedNanos) {
        if (elapsedNanos < MIN_NANOS || done <= 0) {
            return "";
        }
        double seconds = (double) elapsedNanos / NANOS_PER_SECOND;
        String rate = bytes == 0 ? "" : String.format(Locale.ROOT, ", %.1f MB/s", bytes * done / seconds / 1_000_000);
        return rate + (done < 1 ? ", " + duration(Math.round(seconds * (1 - done) / done)) + " left" : "");
    }

    private static String duration(long seconds) {
        if (seconds < 60) {
            return seconds + " s";
        }
        return seconds < 3600
                ? seconds / 60 + " min " + seconds % 60 + " s"
                : seconds / 3600 + " h " + seconds % 3600 / 60 + " min";
    }

    private static long size(List<Path> inputs) {
        long size = 0;
        for (Path input : inputs) {
            try {
                size += Files.isRegularFile(input) ? Files.size(input) : 0;
            } catch (IOException unknown) {
                return 0; // reading it says why
            }
        }
        return size;
    }
}
