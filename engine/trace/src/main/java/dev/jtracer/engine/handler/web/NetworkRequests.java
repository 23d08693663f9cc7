// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.web;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The exchanges of a page with servers. Immutable.
 *
 * @param byTime the requests in the order in which they began
 * @param webSockets the web sockets in the order in which they began
 * @param preconnects number of connections requested in advance
 * @param problems number of occurrences of each problem that occurred
 */
public record NetworkRequests(
        List<Request> byTime, List<WebSocket> webSockets, long preconnects, Map<Problem, Long> problems) {
    public NetworkRequests {
        byTime = List.copyOf(byTime);
        webSockets = List.copyOf(webSockets);
        problems = Collections.unmodifiableMap(new TreeMap<>(problems));
    }

    /** Problems of the events of a request. */
    public enum Problem {
        /** An event has no id of a request or connection; ignored. */
        MISSING_ID,
        /** A request was never sent, according to the trace; ignored. */
        NOT_SENT,
        /** The address of a request is its content, so nothing was exchanged; ignored, as in DevTools. */
        DATA_URL,
        /** The address of a request has another scheme, such as that of an extension; ignored, as in DevTools. */
        OTHER_SCHEME,
        /** The address of a request has no host; used all the same. */
        MALFORMED_URL
    }

    /**
     * A request. Its stages are in nanoseconds, none negative; one that did not happen or is not in the trace is 0.
     *
     * @param url address that finally answered
     * @param method such as {@code GET}; empty if not known
     * @param statusCode HTTP's status; 0 if not known
     * @param startNanos time of its begin in the browser
     * @param durNanos time until it was finished; if it never was, until its last sending
     * @param queueingNanos waiting before the request was begun
     * @param waitingNanos waiting for all headers of the answer
     * @param downloadNanos receiving the answer
     * @param encodedBytes bytes that were transferred, with headers; 0 if not known
     * @param finished whether its end is known
     * @param failed whether it ended without success
     * @param cached whether the page or the browser had the answer already
     */
    public record Request(
            String url,
            String method,
            int statusCode,
            long startNanos,
            long durNanos,
            long queueingNanos,
            long waitingNanos,
            long downloadNanos,
            long encodedBytes,
            boolean finished,
            boolean failed,
            boolean cached) {}

    /**
     * A web socket.
     *
     * @param url its address; empty if not known
     * @param startNanos its creation; the start of the trace if it was created earlier
     * @param events number of its events: creation, handshakes, messages and end
     */
    public record WebSocket(String url, long startNanos, long events) {}
}
