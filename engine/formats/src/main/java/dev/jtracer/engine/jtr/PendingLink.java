// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr;

import dev.jtracer.engine.event.SpanFlags;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What the latest control records of a thread say: the kind of its next entry with its pass or arguments, or the
 * result of its next exit.
 */
public final class PendingLink {
    /** The {@link SpanFlags} of a pass, which passes a callback. */
    public static final int PASS_FLAGS = SpanFlags.PASS | SpanFlags.FLOW_OUT;

    /** Result of {@link #poll} for a plain call. */
    public static final int NONE = 0;

    /** Result of {@link #pollResult} for a call without a result. */
    public static final long NO_RESULT = -1;

    /** Characters of a trace id; damaged files may have more. */
    private static final int MOST_CHARACTERS = 64;

    private int code;
    private long pass;
    private long firstPass;
    private long result = NO_RESULT;
    private int arguments;
    private int value;
    private final byte[] traceId = new byte[MOST_CHARACTERS];
    private int traceIdLength;

    /** Clears the state for another thread, to which the link that a killed thread left does not belong. */
    public void clear() {
        code = NONE;
        firstPass = 0;
        result = NO_RESULT;
        arguments = 0;
        value = 0;
        traceIdLength = 0;
    }

    /** Stores a control record, see {@link RecordSink#link}. */
    public void set(int control, long number) {
        switch (control) {
            case SpoolLayout.CONTROL_FORWARD -> firstPass = number;
            case SpoolLayout.CONTROL_RESULT -> result = number;
            case SpoolLayout.CONTROL_ARGUMENTS -> arguments = textId(number);
            case SpoolLayout.CONTROL_VALUE -> value = textId(number);
            case SpoolLayout.CONTROL_TRACE_ID -> addToTraceId(number);
            default -> {
                code = control;
                pass = number;
            }
        }
    }

    private void addToTraceId(long characters) {
        for (long left = characters; left != 0 && traceIdLength < MOST_CHARACTERS; left >>>= Byte.SIZE) {
            traceId[traceIdLength++] = (byte) (left & 0x7f);
        }
    }

    /** Returns and clears the trace id of the request that ends, or null. Called once per exit. */
    public @Nullable String pollTraceId() {
        int length = traceIdLength;
        traceIdLength = 0;
        return length == 0 ? null : new String(traceId, 0, length, StandardCharsets.US_ASCII);
    }

    private static int textId(long number) {
        return (int) Math.min(number, SpoolLayout.MAX_METHOD_ID);
    }

    /** Returns and clears the number of the name that is the text of a call's arguments, or 0. Once per entry. */
    public int pollArguments() {
        int polled = arguments;
        arguments = 0;
        return polled;
    }

    /** Returns and clears the number of the name that is the text of a call's result, or 0. Called once per exit. */
    public int pollValue() {
        int polled = value;
        value = 0;
        return polled;
    }

    /** Returns and clears the control code of the entry, or {@link #NONE}. Called once per entry. */
    public int poll() {
        int polled = code;
        code = NONE;
        return polled;
    }

    /** Returns and clears the result of the call that ends, or {@link #NO_RESULT}. Called once per exit. */
    public long pollResult() {
        long polled = result;
        result = NO_RESULT;
        return polled;
    }

    /** Returns the number of the pass that the entry is or that caused it; 0 for a run without a pass. */
    public long pass() {
        return pass;
    }

    /** Returns and clears the first pass of a callback that is forwarded; 0 for a first pass. Once per pass. */
    public long pollFirstPass() {
        long polled = firstPass;
        firstPass = 0;
        return polled;
    }

    /**
     * Returns the {@link SpanFlags} of a callback's run.
     *
     * @param control {@link SpoolLayout#CONTROL_RUN} or {@link SpoolLayout#CONTROL_AMBIGUOUS_RUN}
     * @param pass number of the pass that caused the run; 0 for none
     */
    public static int runFlags(int control, long pass) {
        if (control == SpoolLayout.CONTROL_AMBIGUOUS_RUN) {
            return SpanFlags.CALLBACK | SpanFlags.AMBIGUOUS; // no arrow: another pass may be the origin
        }
        return pass == 0 ? SpanFlags.CALLBACK : SpanFlags.CALLBACK | SpanFlags.FLOW_IN;
    }
}
