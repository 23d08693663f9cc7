// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr.read;

import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.jtr.PendingLink;
import dev.jtracer.engine.jtr.RecordSink;
import dev.jtracer.engine.jtr.SpoolLayout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/**
 * The walk over the records of a recording: each call with what the records before it say, and between them the lines
 * of text of its thread and the stalls of the JVM. The recording's end has the total of lost records, and the pairing
 * closes calls whose exits are missing. Methods of a sink throw UncheckedIOException, because a sink declares no
 * IOException.
 */
abstract class RecordedCalls implements RecordSink, PointMerge.Target {
    final RecordedThreads threads;
    private final PointMerge points;
    private final PendingLink link = new PendingLink();

    /** The track of the present thread. */
    int track;

    /** Starts before the first record. Lines of text after {@code lastNanos} are not wanted. */
    RecordedCalls(RecordingReader recording, RecordedThreads threads, long lastNanos) throws IOException {
        this.threads = threads;
        this.points = new PointMerge(recording, lastNanos, threads, this);
    }

    /** Receives the begin of a call, with the number of the name that is the text of its arguments; 0 for none. */
    abstract void begin(long nanos, int methodId, int arguments) throws IOException;

    /** Receives the pass of a callback; if it is forwarded, with the number of its first pass, else 0. */
    abstract void pass(long nanos, int methodId, long pass, long firstPass) throws IOException;

    /**
     * Receives the begin of a callback's run.
     *
     * @param control {@link SpoolLayout#CONTROL_RUN} or {@link SpoolLayout#CONTROL_AMBIGUOUS_RUN}
     * @param pass the pass that caused it; 0 for none
     */
    abstract void beginRun(long nanos, int methodId, int control, long pass) throws IOException;

    /**
     * Receives the end of a call with its result, the class of its exception, or the result of a request, as far as
     * they are known.
     */
    abstract void end(long nanos, int methodId, boolean threw, Map<String, ?> args) throws IOException;

    /** Returns the names, to which {@link #nameOf} leads. */
    abstract StringTable names();

    /** Returns the index of the name of a method, or of a text, by its number in the recording. */
    abstract int nameOf(int methodId);

    @Override
    public void thread(long threadId, boolean virtual) {
        track = threads.track(threadId, virtual);
        link.clear();
        points.thread(threadId);
    }

    @Override
    public void link(int code, long number) {
        link.set(code, number);
    }

    @Override
    public void record(int kind, long nanos, int methodId) {
        try {
            if (points.isDue(nanos)) {
                points.passUntil(nanos);
            }
            if (kind == SpoolLayout.KIND_ENTER) {
                enter(nanos, methodId);
            } else {
                exit(nanos, methodId, kind == SpoolLayout.KIND_THROW);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void enter(long nanos, int methodId) throws IOException {
        int control = link.poll();
        if (control == PendingLink.NONE) {
            begin(nanos, methodId, link.pollArguments());
        } else if (control == SpoolLayout.CONTROL_PASS) {
            pass(nanos, methodId, link.pass(), link.pollFirstPass());
        } else {
            beginRun(nanos, methodId, control, link.pass());
        }
    }

    private void exit(long nanos, int methodId, boolean threw) throws IOException {
        long result = link.pollResult();
        int value = link.pollValue();
        String traceId = link.pollTraceId();
        if (result != PendingLink.NO_RESULT || traceId != null) {
            end(nanos, methodId, threw, names().kind(nameOf(methodId)).result(result, traceId));
        } else if (value != 0) {
            end(nanos, methodId, threw, Map.of(TraceWords.outcome(threw), names().site(nameOf(value))));
        } else {
            end(nanos, methodId, threw, Map.of());
        }
    }

    /** Returns whether a text of the present thread belongs before a record at this time. */
    boolean hasTextUntil(long nanos) {
        try {
            return points.isDue(nanos) && points.hasTextUntil(nanos);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Passes on the lines of text and the stalls after the last record. */
    void finish() throws IOException {
        points.passRemaining();
    }
}
