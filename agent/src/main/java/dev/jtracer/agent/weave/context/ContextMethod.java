// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.context;

/**
 * A method that begins a request, or prepares or executes a statement.
 *
 * @param api number of the HTTP interface, see {@code ContextTracer}; 0 for other kinds
 * @param firstSlot variable of the request, or of the statement's text; {@link #NONE} without a text
 * @param secondSlot variable of the response
 */
public record ContextMethod(Kind kind, int api, int firstSlot, int secondSlot) {
    /** The text is that of the preparation. */
    static final int NONE = -1;

    /** Purpose of a method. */
    enum Kind {
        REQUEST,
        PREPARATION,
        STATEMENT,
        /** Sends a request, and returns the response. */
        CALL,
        /** Sends a request, whose response comes later. */
        ASYNC_CALL,
        /** Returns the client's own future of a response. */
        ASYNC_RESPONSE,
        /** Sends the request of a connection. */
        URL_CALL,
        /** Begins the part of a request after the method that serves it. */
        ASYNC_START,
        /** Ends that part, of a request that is complete. */
        ASYNC_COMPLETION,
        /** Ends that part, of a request that the container will serve again. */
        ASYNC_DISPATCH,
        /** Reads bytes by a decoder of Netty, and has their objects handled. */
        NETTY_READ,
        /** Decodes an object of HTTP. */
        NETTY_DECODING,
        /** Encodes an object of HTTP. */
        NETTY_ENCODING,
        /** Ends the use of a channel of Netty. */
        NETTY_CLOSE,
        /** Handles an exchange of Undertow. */
        UNDERTOW_HANDLER,
        /** Ends an exchange of Undertow. */
        UNDERTOW_COMPLETION,
        /** Puts a value into the context of the log. */
        LOG_PUT,
        /** Puts a map into it. */
        LOG_PUT_ALL,
        /** Replaces it by a map. */
        LOG_REPLACE,
        /** Removes a value from it. */
        LOG_REMOVE,
        /** Empties it, or removes several values. */
        LOG_CLEAR,
        /** Makes a context of OpenTelemetry the thread's. */
        SPAN_ATTACH,
        /** Ends that. */
        SPAN_DETACH
    }

    static ContextMethod request(int api, int requestSlot, int responseSlot) {
        return new ContextMethod(Kind.REQUEST, api, requestSlot, responseSlot);
    }

    static ContextMethod of(Kind kind) {
        return new ContextMethod(kind, 0, NONE, NONE);
    }

    /** Returns whether the begin and the end of the method are recorded. */
    boolean isCall() {
        return switch (kind) {
            case REQUEST, PREPARATION, STATEMENT, CALL, ASYNC_CALL, URL_CALL, NETTY_READ, UNDERTOW_HANDLER -> true;
            default -> false;
        };
    }

    static ContextMethod statement(Kind kind, boolean hasText) {
        return new ContextMethod(kind, 0, hasText ? 1 : NONE, NONE);
    }
}
