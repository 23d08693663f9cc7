// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr;

/**
 * The layout of records, chunks and the spool file, which keeps the records that a killed JVM had not yet written to
 * its recording. All numbers have the byte order of the JVM. The recorder has the part that it stores in
 * {@code dev.jtracer.bootstrap.RecordLayout}, which draws the bits of a record and of a chunk's header.
 *
 * <pre>
 *  spool file: one block of SPOOL_HEADER_BYTES, then the names of methods, then chunks.
 *
 *  +0   magic        SPOOL_MAGIC
 *  +8   chunk bytes
 *  +16  process id
 *  +24  name bytes   size of the names, see below
 *  +32  start nanos  start of the recording that the chunks are drained into, as its header has it
 *  +40  start epoch  the same in microseconds since 1970; both 0 before the first recording
 *
 *  names: two halves of the same layout
 *
 *  +0   unsaved      4 bytes: number of names that did not fit
 *  +8   frames       4 bytes of length, then the payload of a recording's names frame, padded to 4 bytes; the first length 0
 *                    ends them
 * </pre>
 */
public final class SpoolLayout {
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

    /** Control record before a {@link #CONTROL_PASS}; holds the number of the callback's first pass. */
    public static final int CONTROL_FORWARD = 5;

    /** Control record before an exit: holds the result of the call that ends, a status or a number of rows. */
    public static final int CONTROL_RESULT = 6;

    /** Control record before an enter: holds the id of the text of the call's arguments. */
    public static final int CONTROL_ARGUMENTS = 7;

    /** Control record before an exit: holds the id of the text of the call's result, or its exception's class. */
    public static final int CONTROL_VALUE = 8;

    /** Control record before an exit: holds up to five characters of the trace id of the request that ends. */
    public static final int CONTROL_TRACE_ID = 9;

    public static final int KIND_BITS = 2;
    public static final int ID_BITS = 22;
    public static final int DELTA_SHIFT = KIND_BITS + ID_BITS;

    private static final int ID_MASK = (1 << ID_BITS) - 1;

    /** Id of no method: marks the tracer's own records, which measure the cost of recording. */
    public static final int CALIBRATION_ID = ID_MASK;

    /** Largest id of a method. */
    public static final int MAX_METHOD_ID = CALIBRATION_ID - 1;

    public static final int SEQUENCE = 0;
    public static final int BUFFER = 8;
    public static final int BASE = 16;
    public static final int OWNER = 24;
    public static final int THREAD = 32;
    public static final int LOST = 40;
    public static final int CHUNK_HEADER_BYTES = 64;

    public static final int RECORD_BYTES = 8;

    public static final int SPOOL_HEADER_BYTES = 4096;
    public static final int SPOOL_CHUNK_BYTES = 8;
    public static final int SPOOL_PROCESS = 16;
    public static final int SPOOL_NAME_BYTES = 24;
    public static final int SPOOL_START_NANOS = 32;
    public static final int SPOOL_START_EPOCH = 40;

    public static final int NAMES_UNSAVED = 0;
    public static final int NAME_FRAMES = 8;

    /** "JTSPOOL1" read as a big-endian long. */
    public static final long SPOOL_MAGIC = 0x4a5453504f4f4c31L;

    /** Separates the name of a callback from its pass site, {@code Class.method:line}, in the table of names. */
    public static final char SITE_SEPARATOR = ';';

    /** Begins and ends the kind of a name, {@code [request]HTTP GET /orders}, in the table of names. */
    public static final char KIND_BEGIN = '[';

    public static final char KIND_END = ']';

    private SpoolLayout() {}

    /** Returns whether a record qualifies the record after it, which is always in the same chunk. */
    public static boolean isLink(long record) {
        return kind(record) == KIND_CONTROL && methodId(record) != CONTROL_SWITCH;
    }

    public static int kind(long record) {
        return (int) record & (1 << KIND_BITS) - 1;
    }

    /** Returns the id of the method; for a control record, its code. */
    public static int methodId(long record) {
        return (int) (record >>> KIND_BITS) & ID_MASK;
    }

    /** Returns the nanoseconds since the chunk's base; for a switch the thread's id, for a link its number. */
    public static long delta(long record) {
        return record >>> DELTA_SHIFT;
    }

    /** Returns the size of a names frame in the spool, padded so that each length is at an aligned address. */
    public static int nameFrameBytes(int payload) {
        return Integer.BYTES + (payload + Integer.BYTES - 1 & -Integer.BYTES);
    }
}
