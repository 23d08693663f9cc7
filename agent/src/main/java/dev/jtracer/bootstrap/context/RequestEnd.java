// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.context;

import dev.jtracer.bootstrap.CallbackRuns;
import dev.jtracer.bootstrap.Passings;
import dev.jtracer.bootstrap.RecordLayout;
import dev.jtracer.bootstrap.TracerSwitch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The end of a request after the method that began it. Recorded like a callback: the method hands it over, and the end, on any
 * thread, is its run. So viewers show an arrow, and reports the time in between.
 */
final class RequestEnd {
    private final int nameId;
    private final int epoch = TracerSwitch.epoch();
    private final AtomicBoolean isOver = new AtomicBoolean();

    private volatile @Nullable String traceId;

    private RequestEnd(int nameId) {
        this.nameId = nameId;
    }

    /** Records that the current call's request will go on. Its end is not recorded without an id. */
    static RequestEnd expect(int nameId) {
        RequestEnd end = new RequestEnd(nameId);
        if (nameId != 0) {
            Passings.recordTask(end, nameId, Passings.OF_COPY);
        }
        return end;
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
        if (nameId != 0 && TracerSwitch.isOn() && epoch == TracerSwitch.epoch()) {
            CallbackRuns.beginTask(this, nameId, Passings.MAY_HAVE_PASSINGS | Passings.RUNS_ONCE);
            int known = status >= RequestReaders.LEAST_STATUS ? status : 0;
            CallbackRuns.endRequest(nameId, EndLinks.of(known, id), kind);
        }
    }
}
