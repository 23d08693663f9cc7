// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.web;

import java.util.List;

/**
 * A network request of a page, composed from the events of its stages. Immutable.
 *
 * @param requestId its id, unique in the trace
 * @param pid process of the last sending
 * @param tid thread of the last sending
 * @param frame id of its frame; empty if not known
 * @param url address that finally answered
 * @param method such as {@code GET}; empty if not known
 * @param resourceType type of the resource, for example {@code Script}; empty if not known
 * @param initialPriority its priority when it was sent; empty if not known
 * @param priority its final priority
 * @param renderBlocking whether it blocked rendering, in Chrome's words; {@code non_blocking} if not known
 * @param startNanos time of its begin in the browser
 * @param durNanos time until it was finished; if it never was, until its last sending
 * @param redirects the earlier addresses, in their order
 * @param stages the durations of its stages
 * @param response the answer
 * @param finished whether its end is known
 * @param failed whether it ended without success
 * @param encodedBytes bytes that were transferred, with headers; 0 if not known
 * @param decodedBytes bytes of the body after decompression; 0 if not known
 */
public record NetworkRequest(
        String requestId,
        long pid,
        long tid,
        String frame,
        String url,
        String method,
        String resourceType,
        String initialPriority,
        String priority,
        String renderBlocking,
        long startNanos,
        long durNanos,
        List<Redirect> redirects,
        Stages stages,
        Response response,
        boolean finished,
        boolean failed,
        long encodedBytes,
        long decodedBytes) {
    public NetworkRequest {
        redirects = List.copyOf(redirects);
    }

    /** Returns the time of its end. */
    public long endNanos() {
        return startNanos + durNanos;
    }

    /** Returns whether it was encrypted. */
    public boolean https() {
        return url.startsWith("https:");
    }

    /**
     * An address that redirected the request to another.
     *
     * @param priority its priority; empty if not known
     * @param method such as {@code GET}; empty if not known
     */
    public record Redirect(String url, String priority, String method, long startNanos, long durNanos) {}

    /**
     * The durations of a request's stages in nanoseconds, none negative. A stage that did not happen or is not in the trace
     * is 0; in a request answered from memory, these are all stages between redirects and response.
     *
     * @param redirection from the first sending to the last
     * @param queueing waiting before the request was begun
     * @param stalled waiting for a connection
     * @param proxy talking to the proxy
     * @param dnsLookup finding the host
     * @param initialConnection connecting, with {@code ssl}
     * @param ssl agreeing on the encryption
     * @param requestSent sending the request
     * @param waiting for all headers of the answer
     * @param serverResponse for the first of its headers
     * @param download receiving the answer
     * @param network from the last sending until everything was received
     * @param processing from there until the page had it
     */
    public record Stages(
            long redirection,
            long queueing,
            long stalled,
            long proxy,
            long dnsLookup,
            long initialConnection,
            long ssl,
            long requestSent,
            long waiting,
            long serverResponse,
            long download,
            long network,
            long processing) {
        /** Returns the time from the last sending until the page had the answer. */
        public long total() {
            return network + processing;
        }
    }

    /**
     * The answer to a request.
     *
     * @param received whether the trace contains it
     * @param statusCode HTTP's status; 0 if not known
     * @param mimeType kind of its content; empty if not known
     * @param protocol name of the protocol, for example {@code h2}; {@code unknown} if not known
     * @param memoryCached whether it was in the page's own memory
     * @param diskCached whether it was in the browser's cache
     * @param pushed whether the server pushed it without a request
     * @param fromServiceWorker whether a script of the page answered
     */
    public record Response(
            boolean received,
            int statusCode,
            String mimeType,
            String protocol,
            boolean memoryCached,
            boolean diskCached,
            boolean pushed,
            boolean fromServiceWorker) {}
}
