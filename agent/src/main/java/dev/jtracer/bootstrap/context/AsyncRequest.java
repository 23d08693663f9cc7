// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.context;

import dev.jtracer.bootstrap.LossCounters;
import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A request of a servlet that goes on after the method that began it. Its status is shown once, at the completion or by a method that
 * serves the request again.
 */
final class AsyncRequest {
    private static final WeakTable<Entry> BY_CONTAINER_OBJECT = new WeakTable<>();

    private final RequestEnd end;
    private final WeakReference<RequestReader> reader;
    /* The response refers to the object that finds this one. */
    private final WeakReference<Object> response;
    private final AtomicBoolean isStatusTaken = new AtomicBoolean();

    private AsyncRequest(int nameId, RequestReader reader, Object response) {
        this.end = RequestEnd.expect(nameId);
        this.reader = new WeakReference<>(reader);
        this.response = new WeakReference<>(response);
    }

    /** Initialises the classes that this one needs. */
    static void initialize() {
        AsyncRequest sample = new AsyncRequest(0, RequestReaders.NONE, "");
        sample.bind("");
        complete("", true);
        clear();
    }

    static void clear() {
        BY_CONTAINER_OBJECT.clear();
    }

    /** Records that the current request will go on, and returns it. */
    static AsyncRequest start(int nameId, RequestReader reader, Object response, @Nullable String traceId) {
        AsyncRequest request = new AsyncRequest(nameId, reader, response);
        request.traceId(traceId);
        return request;
    }

    /** Sets the object by which the application will complete this request: the container's, or one that delegates to it. */
    void bind(Object asyncContext) {
        if (!BY_CONTAINER_OBJECT.put(asyncContext, new Entry(asyncContext, this))) {
            LossCounters.untied(); // the end of another request
        }
    }

    /**
     * Records the completion of a request.
     *
     * @param isDispatch whether the container will serve the request again, and the status is that of then
     */
    static void complete(Object asyncContext, boolean isDispatch) {
        Entry entry = BY_CONTAINER_OBJECT.remove(asyncContext);
        if (entry != null) {
            entry.request.complete(isDispatch);
        }
    }

    private void complete(boolean isDispatch) {
        if (end.begin()) {
            end.happen(takeStatus() && !isDispatch ? status() : 0);
        }
    }

    /** Sets the trace id, which became known while the request was served. */
    void traceId(@Nullable String id) {
        end.traceId(id);
    }

    /** Returns whether the caller may show the status: nobody else has. */
    boolean takeStatus() {
        return isStatusTaken.compareAndSet(false, true);
    }

    private int status() {
        RequestReader present = reader.get();
        return present == null ? 0 : RequestReaders.status(present, response.get());
    }

    /** The request of one object of the container. */
    private static final class Entry extends WeakReference<Object> {
        final AsyncRequest request;

        Entry(Object asyncContext, AsyncRequest request) {
            super(asyncContext);
            this.request = request;
        }
    }
}
