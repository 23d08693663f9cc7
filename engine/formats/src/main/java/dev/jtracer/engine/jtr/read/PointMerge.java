// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr.read;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The lines of text and the stalls of a recording, passed on between the records. They are read while the records
 * are, because a conversion may take place in the traced JVM, on the application's heap.
 */
final class PointMerge {
    /* A thread queues a text before it stores its next record, and the files have the texts in the order of that
     * queue. So the texts that belong before a record are all in front of the first point that is later than the
     * record, and reading goes no further.
     *
     * The texts of other threads that this meets wait for their threads' records, as positions. They do not wait for
     * long: runs of records are in the order of their begins, so a text that is older than the begin of a run can be
     * passed on, too. */
    private static final int FEW = 1_024;

    private static final long NONE = Long.MAX_VALUE;

    private final Target target;
    private final RecordedThreads threads;
    private final long lastNanos;
    private final PointReader points;
    private final Map<Long, Waiting> waiting = new HashMap<>();
    private int waitingTexts;
    private int mostWaiting = FEW;

    /** The thread of the current run, and its waiting texts if it has any. */
    private long threadId = Long.MIN_VALUE;

    private @Nullable Waiting ofThread;

    /** Time of the next point in the files, and the time from which on {@link #passUntil} has something to do. */
    private long unreadNanos;

    private long nextNanos;

    /**
     * Starts with the first point.
     *
     * @param lastNanos time of the last point that is wanted
     * @param threads those that are known to have records
     */
    PointMerge(RecordingReader recording, long lastNanos, RecordedThreads threads, Target target) throws IOException {
        this.lastNanos = lastNanos;
        this.threads = threads;
        this.target = target;
        this.points = recording.points();
        readNext();
        nextNanos = unreadNanos;
    }

    /** Receiver of the points. */
    interface Target {
        void text(RecordedText text) throws IOException;

        void stall(long nanos, long lateNanos) throws IOException;
    }

    /** Begins a run of a thread's records. */
    void thread(long id) {
        if (ofThread != null && ofThread.next == null) {
            waiting.remove(threadId);
        }
        threadId = id;
        ofThread = waiting.isEmpty() ? null : waiting.get(id);
        nextNanos = waitingTexts > mostWaiting ? Long.MIN_VALUE : nextNanos();
    }

    /** Returns whether {@link #passUntil} has something to do at this time. */
    boolean isDue(long nanos) {
        return nanos >= nextNanos;
    }

    /** Returns whether a text of the current thread belongs before a record at this time. */
    boolean hasTextUntil(long nanos) throws IOException {
        while (unreadNanos <= nanos && !isOfThread()) {
            take();
        }
        nextNanos = nextNanos();
        return nextNanos <= nanos;
    }

    /** Passes on the points that belong before a record of the current thread. */
    void passUntil(long nanos) throws IOException {
        if (waitingTexts > mostWaiting) {
            passOlder(nanos);
        }
        pass(ofThread, nanos);
        while (unreadNanos <= nanos) {
            if (isOfThread() && (ofThread == null || ofThread.next == null)) {
                target.text(points.text());
                readNext();
            } else {
                take();
            }
        }
        nextNanos = nextNanos();
    }

    /** Passes on the points that are left after the last record. */
    void passRemaining() throws IOException {
        for (Waiting texts : waiting.values()) {
            pass(texts, NONE - 1);
        }
        while (unreadNanos != NONE) {
            if (points.isStall()) {
                target.stall(points.nanos(), points.lateNanos());
            } else {
                target.text(points.text());
            }
            readNext();
        }
    }

    private boolean isOfThread() {
        return !points.isStall() && points.text().threadId() == threadId;
    }

    /** Passes on a stall, and lets a text wait for its thread. */
    private void take() throws IOException {
        if (points.isStall()) {
            target.stall(points.nanos(), points.lateNanos());
        } else {
            Long thread = points.text().threadId();
            Waiting texts = waiting.get(thread);
            if (texts == null) {
                texts = new Waiting();
                waiting.put(thread, texts);
            }
            texts.add(points);
            waitingTexts++;
            ofThread = thread == threadId ? texts : ofThread;
        }
        readNext();
    }

    private void readNext() throws IOException {
        unreadNanos = NONE;
        while (points.next()) {
            if (!points.isCpu()) { // known before the first record
                unreadNanos = points.nanos() <= lastNanos ? points.nanos() : NONE;
                return;
            }
        }
    }

    private long nextNanos() {
        RecordedText text = ofThread == null ? null : ofThread.next;
        return text == null ? unreadNanos : Math.min(unreadNanos, text.nanos());
    }

    /* Not those of a thread without records: whether it is virtual is known from its first record. */
    private void passOlder(long nanos) throws IOException {
        for (Waiting texts : waiting.values()) {
            if (texts.next != null && threads.isKnown(texts.next.threadId())) {
                pass(texts, nanos);
            }
        }
        waiting.values().removeIf(texts -> texts != ofThread && texts.next == null);
        mostWaiting = Math.max(FEW, 2 * waitingTexts);
    }

    private void pass(@Nullable Waiting texts, long nanos) throws IOException {
        while (texts != null && texts.next != null && texts.next.nanos() <= nanos) {
            target.text(texts.next);
            texts.remove(points);
            waitingTexts--;
        }
    }

    /** The texts of a thread that wait: the first one, and the positions of the others, a queue in a circle. */
    private static final class Waiting {
        private static final int FIRST_LENGTH = 4;

        @Nullable
        RecordedText next;

        private long[] positions = new long[FIRST_LENGTH];
        private int first;
        private int size;

        void add(PointReader text) {
            if (next == null) {
                next = text.text();
                return;
            }
            if (size == positions.length) {
                long[] longer = Arrays.copyOf(positions, 2 * size);
                System.arraycopy(positions, 0, longer, size, first); // what was in front of the first one
                positions = longer;
            }
            positions[(first + size) % positions.length] = text.position();
            size++;
        }

        void remove(PointReader texts) throws IOException {
            if (size == 0) {
                next = null;
                return;
            }
            next = texts.textAt(positions[first]);
            first = (first + 1) % positions.length;
            size--;
        }
    }
}
