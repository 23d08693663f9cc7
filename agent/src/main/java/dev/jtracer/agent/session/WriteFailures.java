// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.session;

import dev.jtracer.agent.output.Report;
import dev.jtracer.engine.text.DurationText;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The failures to write the current recording, or the last one. Changed by the tracer's thread, read by any. */
final class WriteFailures {
    /* What cannot be written stays in the spool, and each write can be repeated. A disk that fails once in a while,
     * or until somebody frees space, must not end a recording that is to last for weeks. */
    private static final long SHORTEST_PAUSE_NANOS = 10_000_000;
    private static final long LONGEST_PAUSE_NANOS = 1_000_000_000;

    /** Shortest time between two lines about a disk that fails time and again. */
    private static final long QUIET_NANOS = 60_000_000_000L;

    private final Report report;
    private final boolean goesOn;
    private volatile int count;
    private volatile long startNanos;
    private volatile @Nullable Failure present;
    private volatile @Nullable Failure ending;
    private long pauseNanos;
    private long retryNanos;
    private boolean said;
    private long saidNanos = System.nanoTime() - QUIET_NANOS;

    /** @param goesOn whether a recording outlasts a full spool, because it is to keep the newest calls */
    WriteFailures(Report report, boolean goesOn) {
        this.report = report;
        this.goesOn = goesOn;
    }

    /** Forgets the failures of the recording before. */
    void beginRecording() {
        startNanos = System.nanoTime();
        present = null;
        ending = null;
    }

    /** Returns whether the last attempt to write has failed. */
    boolean arePresent() {
        return present != null;
    }

    /** Returns whether it is time for the next attempt, which is earlier if threads need it. */
    boolean isRetryDue(boolean spoolHasRoom) {
        return System.nanoTime() - retryNanos >= 0 || !goesOn && !spoolHasRoom;
    }

    /** Counts a failed attempt. Returns whether the recording has to end. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // written by the drain alone
    boolean failed(String output, IOException cause, boolean spoolHasRoom, long now) {
        if (present == null) {
            count++;
            present = new Failure(now, reason(cause));
            pauseNanos = SHORTEST_PAUSE_NANOS / 2;
            said = false;
        }
        if (!said && now - saidNanos >= QUIET_NANOS) {
            said = true;
            saidNanos = now;
            report.say("cannot write to '" + output + "' (" + reason(cause) + "); it is tried again, "
                    + (goesOn
                            ? "and calls for which the spool has no room meanwhile are counted as lost"
                            : "until the spool is full"));
        }
        pauseNanos = Math.min(pauseNanos * 2, LONGEST_PAUSE_NANOS);
        retryNanos = now + pauseNanos;
        return !goesOn && !spoolHasRoom;
    }

    /** Notes that writing works again, if it has failed. */
    void succeeded(String output) {
        Failure over = present;
        if (over != null) {
            present = null;
            if (said) {
                report.say("the recording to '" + output + "' goes on, after "
                        + DurationText.of(System.nanoTime() - over.nanos) + " without a write");
            }
        }
    }

    /** Notes that the recording ends before its stop. */
    void ended(IOException cause) {
        ending = new Failure(System.nanoTime(), reason(cause));
    }

    /** Returns when the recording ended before its stop; otherwise another time, which is that of its stop. */
    long endNanos(long stopNanos) {
        Failure early = ending;
        return early == null ? stopNanos : early.nanos;
    }

    /** Returns how often writing began to fail since the JVM started. */
    long count() {
        return count;
    }

    /** Returns a phrase about a disk that fails now; empty if it does not. */
    String presentText() {
        Failure now = present;
        return now == null || ending != null
                ? ""
                : now.reason + ", for " + DurationText.of(System.nanoTime() - now.nanos) + ", tried again";
    }

    /** Returns a phrase about the early end of the recording; empty if it has none. */
    String endingText() {
        Failure early = ending;
        return early == null ? "" : "after " + DurationText.of(early.nanos - startNanos) + ": " + early.reason;
    }

    private static String reason(IOException cause) {
        return String.valueOf(cause.getMessage());
    }

    private record Failure(long nanos, String reason) {}
}
