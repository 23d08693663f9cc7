// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.context;

import dev.jtracer.bootstrap.LossCounter;
import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A request that goes on after the method that began it: a servlet's that is asynchronous, one of the JDK's server
 * that is passed to another thread, or one that has failed, which the container may dispatch to an error page. Its
 * status is shown once, at the completion or by a method that serves the request again.
 */
final class AsyncRequest {
    private static final WeakTable<AsyncRequest> BY_CONTAINER_OBJECT = new WeakTable<>();
    private static final WeakTable<AsyncRequest> BY_REQUEST = new WeakTable<>();

    /** Method and route; null if they are not known. */
    private final @Nullable String text;

    private final @Nullable RequestEnd end;
    private final WeakReference<RequestReader> reader;
    /* The response refers to the object that finds this one. */
    private final WeakReference<Object> response;
    private final AtomicBoolean isStatusTaken = new AtomicBoolean();

    /** The part of the request that a dispatch has announced. */
    private volatile @Nullable RequestEnd next;

    private AsyncRequest(@Nullable String text, @Nullable RequestEnd end, RequestReader reader, Object response) {
        this.text = text;
        this.end = end;
        this.reader = new WeakReference<>(reader);
        this.response = new WeakReference<>(response);
    }

    /** Initialises the classes that this one needs. */
    static void initialize() {
        AsyncRequest sample = new AsyncRequest(null, RequestEnd.expect(0, null), RequestReaders.NONE, "");
        sample.bind("");
        complete("", true);
        failed("", null, RequestReaders.NONE, "", true);
        of("");
        clear();
    }

    static void clear() {
        BY_CONTAINER_OBJECT.clear();
        BY_REQUEST.clear();
    }

    /**
     * Records that the current request will go on, and returns it.
     *
     * @param request the container's object
     * @param text method and route; null if they are not known
     */
    static AsyncRequest start(
            Object request, @Nullable String text, RequestReader reader, Object response, @Nullable String traceId) {
        int endNameId = ContextNames.REQUESTS.async(text);
        AsyncRequest started = new AsyncRequest(text, RequestEnd.expect(endNameId, traceId), reader, response);
        BY_REQUEST.put(request, started);
        return started;
    }

    /** Keeps a request that failed, for a dispatch to an error page. The parameters are those of {@link #start}. */
    static void failed(
            Object request, @Nullable String text, RequestReader reader, Object response, boolean isStatusShown) {
        mayBePassedOn(request, text, reader, response).isStatusTaken.set(isStatusShown);
    }

    /** Keeps a request that methods may serve on several threads. The parameters are those of {@link #start}. */
    static AsyncRequest mayBePassedOn(Object request, @Nullable String text, RequestReader reader, Object response) {
        AsyncRequest kept = new AsyncRequest(text, null, reader, response);
        BY_REQUEST.put(request, kept);
        return kept;
    }

    /** Returns the request that is served again by the container's object; null if it is not known. */
    static @Nullable AsyncRequest of(Object request) {
        return BY_REQUEST.getOfRecording(request);
    }

    /** Forgets what is known of the container's object, which it uses for another request now. */
    static void forget(Object request) {
        BY_REQUEST.remove(request);
    }

    /** Sets the object by which the application will complete this request: the container's, or a delegate of it. */
    void bind(Object asyncContext) {
        if (!BY_CONTAINER_OBJECT.put(asyncContext, this)) {
            LossCounter.UNLINKED.increment(); // the end of another request
        }
    }

    /**
     * Records the completion of a request.
     *
     * @param isDispatch whether the container will serve the request again, and the status is that of then
     */
    static void complete(Object asyncContext, boolean isDispatch) {
        AsyncRequest request = BY_CONTAINER_OBJECT.remove(asyncContext);
        if (request != null) {
            request.complete(isDispatch);
        }
    }

    private void complete(boolean isDispatch) {
        RequestEnd expected = end;
        if (expected == null || !expected.begin()) {
            return;
        }
        boolean mayShow = takeStatus();
        if (isDispatch) {
            next = expected.goOn(partNameId());
        } else {
            expected.happen(mayShow ? status() : 0);
        }
    }

    /** Returns whether it has failed in a method that served it last, and not later. */
    boolean hasFailed() {
        return end == null;
    }

    /** Returns method and route; null if they are not known. */
    @Nullable
    String text() {
        return text;
    }

    /** Returns the id of the name of a part that is served later; 0 if there are no ids. */
    int partNameId() {
        return ContextNames.REQUESTS.continued(text);
    }

    /** Begins the part that a dispatch has announced. Returns it; null if there is none. */
    @Nullable
    RequestEnd enterNext() {
        return RequestEnd.entered(next);
    }

    /** Sets the trace id, which became known while the request was served. */
    void traceId(@Nullable String id) {
        RequestEnd expected = end;
        if (expected != null) {
            expected.traceId(id);
        }
    }

    /** Returns whether the caller may show the status: nobody else has. */
    boolean takeStatus() {
        return isStatusTaken.compareAndSet(false, true);
    }

    private int status() {
        RequestReader present = reader.get();
        return present == null ? 0 : RequestReaders.status(present, response.get());
    }
}
