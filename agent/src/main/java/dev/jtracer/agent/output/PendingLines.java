// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.output;

import dev.jtracer.agent.thread.TracerThreads;
import java.io.PrintStream;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Lines on their way to a stream that may block. Usable by any thread. */
final class PendingLines {
    /* A pipe without a reader holds 64 KB. The next write blocks its thread for good: the one that runs main, one of
     * the application that loads a class, or the one that ends the JVM. So only a daemon writes. It starts with the
     * first line and ends soon after the last, so a JVM that prints nothing does not have it. */
    private static final int MOST_CHARS = 1 << 20;
    private static final long LINGER_MILLIS = 100;

    /** Duration of a write after which it counts as one that does not return. */
    private static final long STALL_NANOS = 500_000_000;

    private final PrintStream out;
    private final Deque<CharSequence> waiting = new ArrayDeque<>();
    private @Nullable TracerThreads threads;
    private boolean hasWriter;
    private int charsWaiting;

    /** When the write that is going on began; 0 while there is none. */
    private long writingSince;

    private long dropped;
    private long droppedUnsaid;
    /** The last line about dropped lines; it is not counted if it is dropped. */
    private String saidLast = "";

    PendingLines(PrintStream out) {
        this.out = out;
    }

    /** Lets lines be written by a thread of their own from now on; until then whoever adds them writes them. */
    synchronized void writeBy(TracerThreads next) {
        threads = next;
    }

    /** Adds lines, or drops and counts them if too many are waiting. */
    synchronized void add(CharSequence lines) {
        if (threads == null) {
            write(lines);
        } else if (charsWaiting > MOST_CHARS) {
            droppedUnsaid += count(lines);
            dropped += count(lines);
        } else {
            waiting.add(lines.toString());
            charsWaiting += lines.length();
            wakeWriter(threads);
        }
    }

    /** Adds lines; waits first while too many are waiting and the stream takes them. For the tracer's threads. */
    synchronized void addPatiently(CharSequence lines) {
        while (charsWaiting > MOST_CHARS && !isStalled() && await(LINGER_MILLIS)) {}
        add(lines);
    }

    /** Waits until all lines are written, the stream takes none, or a deadline of {@link System#nanoTime}. */
    synchronized void flush(long deadline) {
        boolean interrupted = false; // the flag may belong to the application
        while (hasWriter
                && (!waiting.isEmpty() || writingSince != 0)
                && !isStalled()
                && deadline - System.nanoTime() > 0) {
            interrupted |= !await(10);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    synchronized long dropped() {
        return dropped;
    }

    @SuppressWarnings("WaitNotInLoop") // its callers loop
    private boolean await(long millis) {
        try {
            wait(millis); // leaves the park permit of an application's thread alone
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }

    private boolean isStalled() {
        return writingSince != 0 && System.nanoTime() - writingSince > STALL_NANOS;
    }

    private void wakeWriter(TracerThreads present) {
        if (hasWriter) {
            notifyAll();
            return;
        }
        try {
            // Outside of the group, which is gone when the last line of a detach is printed.
            present.createOutside("jtracer-stderr", new Runnable() {
                        @Override
                        public void run() {
                            writeAll(present);
                        }
                    })
                    .start();
            hasWriter = true;
        } catch (OutOfMemoryError noThread) {
            // The next line tries again.
        }
    }

    private void writeAll(TracerThreads present) {
        boolean goesOn = true;
        while (goesOn) {
            CharSequence lines = "";
            try {
                lines = next(present);
                goesOn = lines != null;
                if (lines != null) {
                    write(lines);
                }
            } catch (Throwable failure) { // the application's heap is full: the next lines may find room
                drop(lines == null ? "" : lines);
            }
        }
    }

    /** Counts lines that were not written, but not a line that tells of dropped ones; then waits a little. */
    private synchronized void drop(CharSequence lines) {
        int count = CharSequence.compare(lines, saidLast) == 0 ? 0 : count(lines);
        dropped += count;
        droppedUnsaid += count;
        writingSince = 0;
        await(LINGER_MILLIS);
    }

    /** Returns the next lines; null if the writer is to end. */
    private synchronized @Nullable CharSequence next(TracerThreads present) {
        writingSince = 0;
        notifyAll();
        if (waiting.isEmpty() && droppedUnsaid == 0 && !present.areEnding()) {
            await(LINGER_MILLIS);
        }
        CharSequence lines = waiting.poll();
        if (lines == null && droppedUnsaid > 0) {
            saidLast = "TRACER dropped " + droppedUnsaid
                    + " of its lines here, because nobody read stderr or the heap was full\n";
            lines = saidLast;
            droppedUnsaid = 0;
        } else if (lines == null) {
            hasWriter = false;
            return null;
        } else {
            charsWaiting -= lines.length();
        }
        writingSince = Math.max(1, System.nanoTime());
        return lines;
    }

    private void write(CharSequence lines) {
        out.append(lines);
        out.flush();
    }

    private static int count(CharSequence lines) {
        int count = 0;
        for (int i = 0; i < lines.length(); i++) {
            count += lines.charAt(i) == '\n' ? 1 : 0;
        }
        return count;
    }
}
