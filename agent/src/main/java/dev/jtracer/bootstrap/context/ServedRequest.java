// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.context;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A request that a server ends by an event of its own, on any thread, while the call that began the request is open
 * or later. The status is shown once: by that call if the request has ended before it, or else by the
 * {@link RequestEnd}.
 */
final class ServedRequest {
    private static final int OPEN = -1;
    private static final int NO_STATUS = 0;

    private final @Nullable String text;
    private final AtomicInteger status = new AtomicInteger(OPEN);
    private volatile @Nullable RequestEnd end;

    /** Whether content is still to come, and the part that handles it; used on the connection's thread. */
    private boolean isIncomplete;

    private @Nullable RequestEnd nextPart;

    /** @param text method and route; null if they are not known */
    ServedRequest(@Nullable String text) {
        this.text = text;
    }

    /** Returns the id of the name of the first call; 0 if there are no ids. */
    int nameId() {
        return ContextNames.REQUESTS.of(text);
    }

    /** Returns the id of the name of the parts that go on with the request; 0 if there are no ids. */
    int partNameId() {
        return ContextNames.REQUESTS.continued(text);
    }

    /** Sets whether content is still to come, which a further part will handle. */
    void incomplete(boolean isToCome) {
        isIncomplete = isToCome;
    }

    /** Records, before a part ends, that a further one will handle the content that is still to come. */
    void goOn(@Nullable String traceId) {
        nextPart = isIncomplete ? RequestEnd.expect(partNameId(), traceId) : null;
    }

    /** Begins the part that {@link #goOn} has announced. Returns it; null if there is none. */
    @Nullable
    RequestEnd enterNext() {
        return RequestEnd.entered(nextPart);
    }

    /** Ends the request. A status of 0 is unknown. Does nothing if it has ended. */
    void end(int known) {
        if (status.compareAndSet(OPEN, known)) {
            record(end, known);
        }
    }

    /** Ends the first call. Returns the status if the request has ended, or else 0 and records that it goes on. */
    int leave(@Nullable String traceId) {
        int known = status.get();
        if (known != OPEN) {
            return known;
        }
        int endNameId = ContextNames.REQUESTS.async(text);
        RequestEnd later = RequestEnd.expect(endNameId, traceId);
        end = later;
        known = status.get();
        if (known != OPEN) { // in between, on another thread, which may not have seen the end
            record(later, known);
        }
        return NO_STATUS;
    }

    private static void record(@Nullable RequestEnd expected, int known) {
        if (expected != null && expected.begin()) {
            expected.happen(known);
        }
    }
}
