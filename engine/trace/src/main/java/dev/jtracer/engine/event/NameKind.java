// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The kind of the calls of a name: methods and callbacks, or a request or a statement, whose name contains its parts.
 * The recorder sets it; a name that only looks like {@code HTTP GET /orders} is that of a method.
 */
@SuppressWarnings("ImmutableEnumChecker") // the bytes of a word are never changed
public enum NameKind {
    /** A method or a callback. */
    METHOD(""),
    /** The call that begins a request to the program, {@code HTTP GET /orders/{id}}. */
    REQUEST("request"),
    /** A later part or the end of a request, after the call that began it: {@code HTTP GET /orders/{id} async}. */
    REQUEST_PART("request part"),
    /** An error page, which the thread serves after the request that failed: {@code HTTP GET /orders/{id} error}. */
    ERROR_PAGE("error page"),
    /** The call that sends a request, {@code HTTP GET shop:8080/orders/{id}}. */
    SENT_REQUEST("sent request"),
    /** The response to a sent request, after the call that sent it: {@code HTTP GET shop:8080/orders/{id} async}. */
    SENT_REQUEST_PART("sent request part"),
    /** The execution of a statement, {@code SQL SELECT * FROM orders}. */
    STATEMENT("statement");

    private static final NameKind[] ALL = values();
    private static final String REQUEST_START = "HTTP ";
    private static final String STATEMENT_START = "SQL ";
    private static final int TRACE_ID_LENGTH = 32;
    private static final int WITH_SPAN = TRACE_ID_LENGTH + 1 + 16;

    private final String word;
    private final byte[] bytes;

    NameKind(String word) {
        this.word = word;
        this.bytes = word.getBytes(StandardCharsets.US_ASCII);
    }

    /** Returns the kind of a word; {@link #METHOD} for any other text. */
    public static NameKind of(String word) {
        for (NameKind kind : ALL) {
            if (kind.word.equals(word)) {
                return kind;
            }
        }
        return METHOD;
    }

    /** Returns the kind of a word in ASCII; {@link #METHOD} for any other text. */
    public static NameKind of(byte[] ascii, int offset, int length) {
        for (NameKind kind : ALL) {
            if (Arrays.equals(kind.bytes, 0, kind.bytes.length, ascii, offset, offset + length)) {
                return kind;
            }
        }
        return METHOD;
    }

    /** Returns the word for this kind in files; empty for methods, which have none. */
    public String word() {
        return word;
    }

    /** Returns whether the calls are HTTP requests, or parts of them. */
    public boolean isRequest() {
        return this != METHOD && this != STATEMENT;
    }

    /** Returns whether the calls are HTTP requests that the program sent, or parts of them. */
    public boolean isSent() {
        return this == SENT_REQUEST || this == SENT_REQUEST_PART;
    }

    /** Returns whether the calls belong to a request that another call began. */
    public boolean isLater() {
        return this == REQUEST_PART || this == ERROR_PAGE || this == SENT_REQUEST_PART;
    }

    /** Returns the name of the request that the calls of a name belong to: that of a part without its last word. */
    public String request(String name) {
        return isLater() ? name.substring(0, Math.max(0, name.lastIndexOf(' '))) : name;
    }

    /** Returns the arguments that a name of this kind contains. */
    public Map<String, Object> arguments(String name) {
        if (this == STATEMENT && name.startsWith(STATEMENT_START)) {
            return Map.of("sql", name.substring(STATEMENT_START.length()));
        }
        int target = name.indexOf(' ', REQUEST_START.length());
        if (!isRequest() || !name.startsWith(REQUEST_START) || target < 0 || name.indexOf('/', target) < 0) {
            return Map.of(); // a dropped text has no parts
        }
        Map<String, Object> arguments = new LinkedHashMap<>();
        arguments.put("method", name.substring(REQUEST_START.length(), target));
        arguments.put(isSent() ? "target" : "path", request(name).substring(target + 1));
        return arguments;
    }

    /**
     * Returns the arguments at the end of a call of this kind: the status of a request or the rows that a statement
     * changed, and the trace id.
     *
     * @param result the status, or the number of rows; negative if it is not known
     * @param traceId the id, or that of OpenTelemetry with a hyphen and the id of the span around the call
     */
    public Map<String, Object> result(long result, @Nullable String traceId) {
        Map<String, Object> arguments = new LinkedHashMap<>();
        if (result >= 0) {
            arguments.put(this == STATEMENT ? TraceWords.ROWS : TraceWords.STATUS, result);
        }
        if (traceId != null && isWithSpan(traceId)) {
            arguments.put(TraceWords.TRACE_ID, traceId.substring(0, TRACE_ID_LENGTH));
            if (this == REQUEST) {
                arguments.put(TraceWords.PARENT_SPAN_ID, traceId.substring(TRACE_ID_LENGTH + 1));
            }
        } else if (traceId != null) {
            arguments.put(TraceWords.TRACE_ID, traceId);
        }
        return arguments;
    }

    private static boolean isWithSpan(String id) {
        boolean isOne = id.length() == WITH_SPAN;
        for (int i = 0; isOne && i < WITH_SPAN; i++) {
            isOne = i == TRACE_ID_LENGTH ? id.charAt(i) == '-' : Character.digit(id.charAt(i), 16) >= 0;
        }
        return isOne;
    }
}
