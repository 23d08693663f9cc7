// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

/**
 * The layout of records and chunks, as the recorder stores them; all numbers in native byte order. What else the
 * spool's file has, and how records are read, is in the engine's {@code SpoolLayout}, which repeats these numbers:
 * this section of the jar knows no other.
 *
 * <pre>
 *  record, one 8-byte word, never 0 once committed:
 *
 *   63                                    24 23                      2 1  0
 *  +----------------------------------------+-------------------------+----+
 *  |  nanoseconds since the chunk's base    |  method id, 1..2^22-2   |kind|
 *  +----------------------------------------+-------------------------+----+
 *
 *  With kind CONTROL a code replaces the method id. With CONTROL_SWITCH the upper 40 bits hold the id of the
 *  thread of all following records of this chunk; with CONTROL_RESULT, the result of the call that the next record ends;
 *  with CONTROL_ARGUMENTS and CONTROL_VALUE, the id of a text about the next record; with CONTROL_TRACE_ID, five characters
 *  of an id about it; with the other codes, a pass's number for it.
 *
 *  chunk, header of 8 words, then records until the first 0:
 *
 *  +0   sequence     1, 2, 3 .. of this buffer; 0 = chunk is free. Written last.
 *  +8   buffer       number of the thread buffer, from 1
 *  +16  base         System.nanoTime() that the chunk's records count from
 *  +24  owner        id of the platform (carrier) thread that fills the chunk
 *  +32  thread       id of the thread that the first records belong to: owner, or a virtual thread on it
 *  +40  lost         records of this buffer thrown away just before this chunk
 *  +48  next         1 + index of this buffer's next chunk; 0 while this one is being filled
 *  +56  free link    while free: upper half: free chunks from here down; lower: 1 + index of the next one; else 0
 * </pre>
 *
 * A word is stored atomically, so a record is either complete or absent whenever the process dies. The base is the
 * first record's own time: a base taken earlier lets a thread that is descheduled then make a negative delta.
 */
public final class RecordLayout {
    public static final int KIND_ENTER = 0;
    public static final int KIND_EXIT = 1;
    public static final int KIND_THROW = 2;
    public static final int KIND_CONTROL = 3;

    /** Control record that names the thread of the records after it. */
    public static final int CONTROL_SWITCH = 1;

    /** Control record that turns the next enter into the pass of a callback; holds the pass's number. */
    public static final int CONTROL_PASS = 2;

    /** Control record that turns the next enter into the run of a callback; holds the pass's number, 0 for none. */
    public static final int CONTROL_RUN = 3;

    /** Like {@link #CONTROL_RUN}, where another pass may have caused the run as well. */
    public static final int CONTROL_AMBIGUOUS_RUN = 4;

    /** Control record before the {@link #CONTROL_PASS} of a forwarded callback; holds the first pass's number. */
    public static final int CONTROL_FORWARD = 5;

    /** Control record before an exit: holds the result of the call that ends, a status or a number of rows. */
    public static final int CONTROL_RESULT = 6;

    /** Control record before an enter: holds the id of the text of the call's arguments. */
    public static final int CONTROL_ARGUMENTS = 7;

    /** Control record before an exit: holds the id of the text of the call's result, or of its exception's class. */
    public static final int CONTROL_VALUE = 8;

    /**
     * Control record before an exit: holds up to five characters of the id by which the program's log names the
     * request that ends, the first one lowest. A longer id takes several records, in its order.
     */
    public static final int CONTROL_TRACE_ID = 9;

    public static final int KIND_BITS = 2;
    public static final int KIND_MASK = (1 << KIND_BITS) - 1;
    public static final int ID_BITS = 22;
    public static final int DELTA_SHIFT = KIND_BITS + ID_BITS;
    public static final int DELTA_BITS = 64 - DELTA_SHIFT;

    private static final int ID_MASK = (1 << ID_BITS) - 1;

    public static final int SEQUENCE = 0;
    public static final int BUFFER = 8;
    public static final int BASE = 16;
    public static final int OWNER = 24;
    public static final int THREAD = 32;
    public static final int LOST = 40;
    public static final int NEXT = 48;
    public static final int FREE_LINK = 56;
    public static final int CHUNK_HEADER_BYTES = 64;

    public static final int RECORD_BYTES = 8;

    /**
     * Separates the name of a callback from its pass site, {@code Class.method:line}, in the table of names. Never
     * part of a class's or a method's name (JVMS 4.2).
     */
    public static final char SITE_SEPARATOR = ';';

    /**
     * Begins and ends the kind of a name that is not one of a method or a callback,
     * {@code [request]HTTP GET /orders}, in the table of names. No other name begins with it.
     */
    public static final char KIND_BEGIN = '[';

    /** See {@link #KIND_BEGIN}. */
    public static final char KIND_END = ']';

    private RecordLayout() {}

    /** Returns a control record. */
    public static long control(int code, long value) {
        return value << DELTA_SHIFT | (long) code << KIND_BITS | KIND_CONTROL;
    }

    public static int methodId(long record) {
        return (int) (record >>> KIND_BITS) & ID_MASK;
    }
}
