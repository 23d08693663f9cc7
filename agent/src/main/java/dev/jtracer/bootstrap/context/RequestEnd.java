// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.context;

import dev.jtracer.bootstrap.CallbackRuns;
import dev.jtracer.bootstrap.Passes;
import dev.jtracer.bootstrap.RecordLayout;
import dev.jtracer.bootstrap.TracerSwitch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The end of a request after the method that began it. Recorded like a callback: the method passes it, and the
 * end, on any thread, is its run. So viewers show an arrow, and reports the time in between.
 */
final class RequestEnd {
    /** Characters of a trace id in one record. */
    private static final int CHARACTERS = RecordLayout.DELTA_BITS / Byte.SIZE;

    private static final long[] NO_LINKS = {};

    private final int nameId;
    private final int epoch = TracerSwitch.epoch();
    private final AtomicBoolean isOver = new AtomicBoolean();

    private volatile @Nullable String traceId;

    private RequestEnd(int nameId) {
        this.nameId = nameId;
    }

    /** Records that the current call's request will go on. Its end is not recorded without an id. */
    static RequestEnd expect(int nameId, @Nullable String traceId) {
        RequestEnd end = new RequestEnd(nameId);
        end.traceId = traceId;
        if (nameId != 0) {
            Passes.recordTask(end, nameId, Passes.OF_COPY);
        }
        return end;
    }

    /** Returns the id of its name; 0 if it is not recorded. */
    int nameId() {
        return nameId;
    }

    /** Returns whether the caller is to record the end: nobody else has. */
    boolean begin() {
        return isOver.compareAndSet(false, true);
    }

    /** Sets the trace id of the request, if it is known. */
    void traceId(@Nullable String id) {
        traceId = id;
    }

    /** Records the end, after {@link #begin}. The thread that ends the request may have its trace id. */
    void happen(int status) {
        String known = traceId;
        happen(status, known == null ? TraceIds.current() : known, RecordLayout.KIND_EXIT);
    }

    /** Records the end, after {@link #begin}, with a kind of the last record. */
    void happen(int status, @Nullable String id, int kind) {
        if (enter() != 0) {
            int known = status >= RequestReaders.LEAST_STATUS ? status : 0;
            leave(links(known, id), kind);
        }
    }

    /**
     * Records, after {@link #begin}, that a further part of the request will be served.
     *
     * @param partNameId id of that part's name
     * @return the part, which is to be {@link #enter entered}
     */
    RequestEnd goOn(int partNameId) {
        String known = traceId;
        boolean isRecorded = enter() != 0;
        RequestEnd part = expect(isRecorded ? partNameId : 0, known);
        if (isRecorded) {
            leave(links(0, known == null ? TraceIds.current() : known), RecordLayout.KIND_EXIT);
        }
        return part;
    }

    /** Begins a run on the current thread, after {@link #begin}. Returns its name's id; 0 if it is not recorded. */
    int enter() {
        if (nameId == 0 || !TracerSwitch.isOn() || epoch != TracerSwitch.epoch()) {
            return 0;
        }
        CallbackRuns.beginRequest(this, nameId);
        return nameId;
    }

    /** Begins the run of an announced part. Returns the part; null if there is none, or it is not recorded. */
    static @Nullable RequestEnd entered(@Nullable RequestEnd part) {
        return part != null && part.begin() && part.enter() != 0 ? part : null;
    }

    /** Ends the run that {@link #enter} has begun. */
    void leave(long[] links, int kind) {
        if (TracerSwitch.isOn()) {
            CallbackRuns.endRequest(nameId, links, kind);
        }
    }

    /**
     * Returns the control records before the end of a request.
     *
     * @param status the status; 0 or less if it is not known
     * @param traceId characters of ASCII; null if it is not known
     */
    static long[] links(int status, @Nullable String traceId) {
        int first = status > 0 ? 1 : 0;
        int length = traceId == null ? 0 : traceId.length();
        if (first + length == 0) {
            return NO_LINKS;
        }
        long[] links = new long[first + (length + CHARACTERS - 1) / CHARACTERS];
        if (first > 0) {
            links[0] = RecordLayout.control(RecordLayout.CONTROL_RESULT, status);
        }
        for (int at = 0, link = first; traceId != null && at < length; at += CHARACTERS, link++) {
            long characters = 0;
            for (int i = Math.min(length, at + CHARACTERS) - 1; i >= at; i--) {
                characters = characters << Byte.SIZE | traceId.charAt(i) & 0x7f;
            }
            links[link] = RecordLayout.control(RecordLayout.CONTROL_TRACE_ID, characters);
        }
        return links;
    }
}
