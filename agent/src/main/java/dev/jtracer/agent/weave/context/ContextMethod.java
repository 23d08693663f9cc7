// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.context;

import org.jspecify.annotations.Nullable;

/**
 * A method that begins a request, or prepares or executes a statement.
 *
 * @param api number of the HTTP interface, see {@code RequestReader}; 0 for other kinds
 * @param firstSlot variable of the request, or of the statement's text; {@link #NONE} without a text
 * @param secondSlot variable of the response
 */
record ContextMethod(Kind kind, int api, int firstSlot, int secondSlot) {
    /** The text is that of the preparation. */
    static final int NONE = -1;

    static ContextMethod of(Kind kind) {
        return new ContextMethod(kind, 0, NONE, NONE);
    }

    static ContextMethod statement(Kind kind, boolean hasText) {
        return new ContextMethod(kind, 0, hasText ? 1 : NONE, NONE);
    }

    /**
     * Purpose of a method, with the entry points of the recorder that it calls and their arguments, a character each:
     * a digit for a local variable, {@code f} and {@code s} for the first and the second slot, {@code t} for the
     * statement's text in the first slot, {@code c} for the caller's lookup, {@code i} for the number of the
     * interface, {@code r} for the result, {@code u} for null, {@code n} for the number of rows in it, and
     * {@code x} for whether an exception leaves the method, which has no result then.
     */
    enum Kind {
        REQUEST("ContextTracer", "enterRequest", "fsci", "exitRequest", "x", true),
        PREPARATION("ContextTracer", "enterPrepare", "0t", "exitPrepare", "r", true),
        STATEMENT("ContextTracer", "enterStatement", "0t", "exitStatement", "nx", true),
        /** Adds a text to the batch of a statement. */
        BATCH("ContextTracer", "addToBatch", "0t"),
        /** Empties the batch of a statement. */
        BATCH_END("ContextTracer", "clearBatch", "0"),
        /** Sends a request, and returns the response. */
        CALL("CallTracer", "enterCall", "1c", "exitCall", "rx", true),
        /** Sends a request, whose response comes later. */
        ASYNC_CALL("CallTracer", "enterCall", "1c", "exitCall", "ux", true),
        /** Returns the client's own future of a response. */
        ASYNC_RESPONSE("CallTracer", null, "", "awaitResponse", "r", false),
        /** Sends the request of a connection. */
        URL_CALL("CallTracer", "enterUrlCall", "0", "exitCall", "ux", true),
        /** Begins the part of a request after the method that serves it. */
        ASYNC_START("ContextTracer", null, "", "startAsync", "r", false),
        /** Ends that part, of a request that is complete. */
        ASYNC_COMPLETION("ContextTracer", "completeAsync", "0"),
        /** Ends that part, of a request that the container will serve again. */
        ASYNC_DISPATCH("ContextTracer", "dispatchAsync", "0"),
        /** Reads bytes by a decoder of Netty, and has their objects handled. */
        NETTY_READ("NettyTracer", "enterRead", "01", "exitRead", "x", true),
        /** Decodes an object of HTTP. */
        NETTY_DECODING("NettyTracer", "enterDecode", "03", "exitDecode", "c", false),
        /** Encodes an object of HTTP. */
        NETTY_ENCODING("NettyTracer", "encode", "12c"),
        /** Ends the use of a channel of Netty. */
        NETTY_CLOSE("NettyTracer", "close", "01c"),
        /** Handles an exchange of Undertow. */
        UNDERTOW_HANDLER("UndertowTracer", "enterHandler", "1c", "exitHandler", "x", true),
        /** Ends an exchange of Undertow. */
        UNDERTOW_COMPLETION("UndertowTracer", "complete", "0c"),
        /** Puts a value into the context of the log. */
        LOG_PUT("LogTracer", "put", "01"),
        /** Puts a map into it. */
        LOG_PUT_ALL("LogTracer", "putAll", "0"),
        /** Replaces it by a map. */
        LOG_REPLACE("LogTracer", "replace", "0"),
        /** Removes a value from it. */
        LOG_REMOVE("LogTracer", "put", "0u"),
        /** Empties it, or removes several values. */
        LOG_CLEAR("LogTracer", "clear", ""),
        /** Makes a context of OpenTelemetry the thread's. */
        SPAN_ATTACH("LogTracer", "attach", "1c"),
        /** Ends that. */
        SPAN_DETACH("LogTracer", "detach", "");

        /** The class with the entry points, in internal form. */
        final String tracer;

        /** The entry point that is called first; null for none. */
        final @Nullable String enter;

        final String enterArguments;

        /** The entry point that is called before each return; null for none. */
        final @Nullable String leave;

        final String leaveArguments;

        /** Whether it is called for every exception that the method does not catch, too. */
        final boolean isCovered;

        Kind(String tracer, String enter, String enterArguments) {
            this(tracer, enter, enterArguments, null, "", false);
        }

        Kind(
                String tracer,
                @Nullable String enter,
                String enterArguments,
                @Nullable String leave,
                String leaveArguments,
                boolean isCovered) {
            this.tracer = "dev/jtracer/bootstrap/context/".concat(tracer);
            this.enter = enter;
            this.enterArguments = enterArguments;
            this.leave = leave;
            this.leaveArguments = leaveArguments;
            this.isCovered = isCovered;
        }
    }
}
