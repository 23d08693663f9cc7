// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.web;

import java.util.List;

/**
 * A web socket from its creation to its end. Immutable.
 *
 * @param identifier its number, unique in its process
 * @param pid process of the page
 * @param tid thread of the first event
 * @param url its address; empty when not known
 * @param startNanos when it was created; the start of the trace when that lies before it
 * @param endNanos when it was destroyed; the end of the trace when that lies after it
 * @param created whether its creation is in the trace
 * @param destroyed whether its end is in the trace
 * @param events all its events in the order of time
 */
public record WebSocketConnection(
        String identifier,
        long pid,
        long tid,
        String url,
        long startNanos,
        long endNanos,
        boolean created,
        boolean destroyed,
        List<Event> events) {
    public WebSocketConnection {
        events = List.copyOf(events);
    }

    /** What happens to a web socket. */
    public enum Kind {
        CREATE,
        SEND_HANDSHAKE,
        RECEIVE_HANDSHAKE,
        SEND,
        RECEIVE,
        DESTROY
    }

    /**
     * An event of a web socket.
     *
     * @param bytes length of the message; 0 when it is none or the trace does not tell
     */
    public record Event(Kind kind, long tsNanos, long bytes) {}
}
