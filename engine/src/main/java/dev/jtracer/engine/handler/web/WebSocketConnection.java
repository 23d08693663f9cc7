// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.web;

import java.util.List;

/**
 * A web socket from its creation to its end. Immutable.
 *
 * @param identifier its number, unique in its process
 * @param pid process of the page
 * @param tid thread of the first event
 * @param url its address; empty if not known
 * @param startNanos its creation; the start of the trace if it was created earlier
 * @param endNanos its end; the end of the trace if it ended later
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

    /** Kinds of a web socket's events. */
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
     * @param bytes length of the message; 0 if it is none or the length is not known
     */
    public record Event(Kind kind, long tsNanos, long bytes) {}
}
