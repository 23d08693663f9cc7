// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.session;

import dev.jtracer.engine.jtr.RecordingWriter;
import java.io.IOException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

/** A queue of lines of text and stalls for a recording. Any thread may add; the tracer's thread writes. */
final class Points {
    /* The application may log faster than a disk writes, and the queue is on the application's heap. Long texts are
     * therefore cut, and points beyond the limit are dropped and counted. */
    static final int LONGEST_TEXT = 4_096;

    private static final long MOST_BYTES = 4 << 20;
    /** Size of a point without its text: objects and references. */
    private static final int POINT_BYTES = 128;
    /** Number of points written at a time, so that the buffers are drained in between. */
    private static final int MOST_AT_ONCE = 4_096;

    private final ObjLongConsumer<String> printer;
    private final ConcurrentLinkedQueue<Point> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicLong bytesWaiting = new AtomicLong();
    private final RecorderSpool figures;
    private volatile boolean closed;

    /** Belongs to the tracer's thread. */
    private RecordingWriter writer;

    /**
     * @param printer receives the lines of text that are written, and their times
     * @param figures counts the points that are dropped because too many are waiting, or because writing them fails
     */
    Points(RecordingWriter writer, ObjLongConsumer<String> printer, RecorderSpool figures) {
        this.writer = writer;
        this.printer = printer;
        this.figures = figures;
    }

    /** Adds a line of text, at most its first 4,096 characters; a cut text ends with a note. */
    void text(long threadId, long nanos, String text) {
        add(threadId, nanos, text, 0);
    }

    void stall(long nanos, long lateNanos) {
        add(0, nanos, null, lateNanos);
    }

    /** Writes to another file of the recording from now on. */
    void continueIn(RecordingWriter next) {
        writer = next;
    }

    /** Rejects further points. */
    void close() {
        closed = true;
    }

    /** Writes the waiting points, up to a limit. Returns whether more are waiting. */
    boolean write() throws IOException {
        for (int i = 0; i < MOST_AT_ONCE; i++) {
            Point point = waiting.peek();
            if (point == null) {
                return false;
            }
            // An IOException suspends the recording until there is space again; this point is then the next one.
            write(point);
            waiting.poll();
            bytesWaiting.addAndGet(-point.bytes());
        }
        return true;
    }

    /** Writes the points that wait now, and at most as many as may wait. */
    void writeWaiting() throws IOException {
        long left = MOST_BYTES / POINT_BYTES;
        while (left > 0 && write()) {
            left -= MOST_AT_ONCE;
        }
    }

    private void write(Point point) throws IOException {
        try {
            if (point.text == null) {
                writer.stall(point.nanos, point.lateNanos);
            } else {
                writer.text(point.threadId, point.nanos, point.text);
                printer.accept(point.text, point.nanos);
            }
        } catch (RuntimeException | OutOfMemoryError unwritable) {
            // A single point must not end the recording.
            figures.pointDropped();
        }
    }

    private void add(long threadId, long nanos, @Nullable String text, long lateNanos) {
        if (closed) {
            return;
        }
        try {
            Point point = new Point(threadId, nanos, text == null ? null : cut(text), lateNanos);
            if (bytesWaiting.addAndGet(point.bytes()) > MOST_BYTES) {
                bytesWaiting.addAndGet(-point.bytes());
                figures.pointDropped();
            } else {
                waiting.add(point);
            }
        } catch (OutOfMemoryError full) {
            figures.pointDropped();
        }
    }

    private static String cut(String text) {
        if (text.length() <= LONGEST_TEXT) {
            return text;
        }
        // Never split a surrogate pair.
        int end = Character.isHighSurrogate(text.charAt(LONGEST_TEXT - 1)) ? LONGEST_TEXT - 1 : LONGEST_TEXT;
        return text.substring(0, end) + "... (cut, " + text.length() + " characters)";
    }

    private record Point(
            long threadId, long nanos, @Nullable String text, long lateNanos) {
        int bytes() {
            return POINT_BYTES + (text == null ? 0 : 2 * text.length());
        }
    }
}
