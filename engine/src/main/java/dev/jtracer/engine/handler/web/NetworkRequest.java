// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.web;

import java.util.List;

/**
 * One network request of a page, put together from the events of its stages. Immutable.
 *
 * @param requestId its id, unique in the trace
 * @param pid process that sent it last
 * @param tid thread that sent it last
 * @param frame id of the frame it was sent for; empty when not known
 * @param url address that answered in the end
 * @param method such as {@code GET}; empty when not known
 * @param resourceType such as {@code Script}; empty when not known
 * @param initialPriority how urgent it was when it was sent; empty when not known
 * @param priority how urgent it was in the end
 * @param renderBlocking whether the page could not be drawn without it, in Chrome's words; {@code non_blocking} when not
 *     known
 * @param startNanos when the browser began with it
 * @param durNanos until it was finished; if it never was, until it was sent for the last time
 * @param redirects the addresses that it was sent to before, in their order
 * @param stages where the time went
 * @param response what came back
 * @param finished whether its end is known
 * @param failed whether it ended without success
 * @param encodedBytes bytes that were transferred, with headers; 0 when not known
 * @param decodedBytes bytes of the body after decompression; 0 when not known
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

    /** When it ended. */
    public long endNanos() {
        return startNanos + durNanos;
    }

    /** Whether it was encrypted. */
    public boolean https() {
        return url.startsWith("https:");
    }

    /**
     * An address that sent the request on to another.
     *
     * @param priority how urgent it was; empty when not known
     * @param method such as {@code GET}; empty when not known
     */
    public record Redirect(String url, String priority, String method, long startNanos, long durNanos) {}

    /**
     * Where the time of a request went, in nanoseconds, none negative. A stage that did not happen, or of which the trace
     * does not tell, is 0; of a request that was answered from memory that is each between redirects and response.
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
        /** From the last sending until the page had the answer. */
        public long total() {
            return network + processing;
        }
    }

    /**
     * The answer to a request.
     *
     * @param received whether the trace has one
     * @param statusCode HTTP's status; 0 when not known
     * @param mimeType kind of its content; empty when not known
     * @param protocol such as {@code h2}; {@code unknown} when not known
     * @param memoryCached whether it came from the page's own memory
     * @param diskCached whether it came from the browser's cache
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
