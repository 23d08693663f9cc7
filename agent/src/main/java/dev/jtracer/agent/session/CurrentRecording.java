// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.session;

import dev.jtracer.bootstrap.ThreadBuffers;
import org.jspecify.annotations.Nullable;

/** The recording that is going on, if any. Changed under the commands' lock, read by any thread. */
final class CurrentRecording {
    private volatile @Nullable Recording recording;
    private volatile int number;
    private volatile String output = "";
    private volatile Totals lastTotals = Totals.EMPTY;

    @Nullable
    Recording get() {
        return recording;
    }

    /** Returns the number of recordings so far. */
    int number() {
        return number;
    }

    /** Returns the file of the current or last recording; empty before the first. */
    String output() {
        Recording current = recording;
        return current == null ? output : current.file().trace().toString();
    }

    /** Returns the totals of the last recording that has ended. */
    Totals lastTotals() {
        return lastTotals;
    }

    void began(Recording next, int nextNumber, String nextOutput) {
        recording = next;
        number = nextNumber;
        output = nextOutput;
    }

    void ended(Totals totals) {
        lastTotals = totals;
        output = output();
        recording = null;
    }

    void forgetLastTotals() {
        lastTotals = Totals.EMPTY;
    }

    /** Adds a line of text of the current thread; an empty one as quotes, which viewers show. */
    void log(String text) {
        Recording current = recording;
        if (current != null) {
            current.points.text(ThreadBuffers.currentThreadId(), System.nanoTime(), text.isEmpty() ? "\"\"" : text);
        }
    }

    /** Adds a stall of the JVM that ends now. */
    void stall(long lateNanos) {
        Recording current = recording;
        if (current != null) {
            current.stall(lateNanos);
        }
    }
}
