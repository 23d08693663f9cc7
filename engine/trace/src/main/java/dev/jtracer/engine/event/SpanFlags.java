// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

/**
 * Facts about a span, one bit each. An {@code int} instead of booleans, because every event of the live path carries
 * it. In a file each flag is the member of {@code args} named here.
 */
public final class SpanFlags {
    public static final int NONE = 0;
    /** {@code "threw":true} on the end: the call ended by an exception. */
    public static final int THREW = 1;
    /** {@code "unfinished":true} on the end: the end was not recorded but added by the writer or the pairing. */
    public static final int UNFINISHED = 2;
    /** {@code "cont":true}: the span crosses the border between two segments of a recording. */
    public static final int CONTINUED = 4;
    /**
     * {@code "thread":NAME} on the begin, {@code "threadEnd":true} on the end: not a call, but the outer span that
     * names a thread's row in viewers.
     */
    public static final int THREAD = 8;
    /**
     * {@code "callback":true} on the begin: the span is a run of a callback (CBI to CBR), not of a function. Its
     * {@code bind_id} is the number of its pass, absent if the callback was never passed. {@code "site"} is the
     * {@link TraceEvent#site} of the pass.
     */
    public static final int CALLBACK = 16;
    /**
     * {@code "pass":true} on the begin: a span without length inside a call: one callback passed to that call. Its
     * {@code bind_id} is the pass's number, which the callback's runs repeat; see {@link TraceEvent#forward} for a
     * callback that is forwarded.
     */
    public static final int PASS = 32;
    /**
     * {@code "ambiguous":true} on the begin of a callback's run: more than one pass may have caused it. No arrow
     * leads to it, so the event never has {@link #FLOW_IN}.
     */
    public static final int AMBIGUOUS = 64;
    /** The member {@code "flow_out":true} of the event: an arrow starts here, named by {@code bind_id}. */
    public static final int FLOW_OUT = 128;
    /** The member {@code "flow_in":true} of the event: an arrow ends here, named by {@code bind_id}. */
    public static final int FLOW_IN = 256;

    /**
     * A span whose begin has {@code CONTINUED}: the call began earlier. Without this flag {@code CONTINUED} belongs
     * to the end, or to an unknown side. A flag of spans, not of events; written to no file.
     */
    public static final int RESUMED = 512;

    /** A span inside another open span of its name on its track, as a recursive call is. Written to no file. */
    public static final int NESTED = 1024;

    /** A part of a span: its begin or its end is not known. */
    public static final int PART = UNFINISHED | RESUMED;

    /** A pass or a run of a callback: no call. */
    public static final int OF_CALLBACK = PASS | CALLBACK;

    /** An end of an arrow. */
    public static final int FLOW = FLOW_OUT | FLOW_IN;

    private SpanFlags() {}
}
