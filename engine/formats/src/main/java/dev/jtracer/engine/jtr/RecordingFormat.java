// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr;

/**
 * The recording file: a magic number, then frames. A frame is written with one write call, so a killed process leaves
 * at most one torn frame, at the end, which readers drop; the records of a torn chunk frame are still in the spool,
 * because a chunk is recycled only after its frame was written. Where a frame is damaged, a reader goes on with the
 * next place at which a whole one begins.
 *
 * <pre>
 *  file   = MAGIC frame*
 *  frame  = type:u8  length:u32le  check:u32le  payload[length]          check: CRC-32C of type, length and payload
 *
 *  HEADER = pairs of strings: what, value (the keys are in {@link RecordingHeader}); again before END
 *  NAMES  = firstId:varint  count:varint  string*            names of methods firstId, firstId+1, ..
 *                                                            of a callback: "name;site", or without ";site"; of a
 *                                                            request or a statement: "[kind]name"
 *  THREAD = threadId:varint  flags:varint  string            a thread's name; the last one wins. Virtual threads: the
 *                                                            first that have a name of their own
 *  TEXT   = threadId:varint  nanos:signed  string            a line of Tracer.log
 *  STALL  = nanos:signed  late:varint                        nothing in the JVM ran for the last `late` nanoseconds
 *  CPU    = nanos:signed  threadId:varint  cpu:varint        the CPU time of a platform thread so far, in nanoseconds
 *  CHUNK  = buffer:varint  sequence:varint  firstRecord:varint  count:varint  lost:varint
 *           owner:varint  thread:varint  base:signed  record{count}  outline
 *                                                            without records: the earlier file of a recording that has
 *                                                            several holds those before firstRecord
 *  WINDOWS = least:varint  count:varint  window{count}      what is retained of slow calls of `least` nanoseconds or
 *                                                            more; the last frame of this type holds
 *  END    = nanos:signed  pairs of strings                   when the recording stopped, and its counters
 *
 *  outline = record{n}  bytes:u16le  n:u16le  check:u32le    once more the records of calls that began before the chunk
 *                                                            or end after it, with those of `sub` 3 to 10 before
 *                                                            them, which stand for all; `bytes` is their length; 8000
 *                                                            is added to `n` if the frame has passes or runs; `n` is
 *                                                            ffff if the frame has a switch, a time before another, or
 *                                                            an end that is not the innermost call's, or too many;
 *                                                            `check`: CRC-32C of type and length, of the payload's
 *                                                            first 96 bytes, or all before `check` if fewer, and of the
 *                                                            outline up to here, for those who read no other record
 *
 *  varint = unsigned LEB128;  signed = zigzag varint, nanoseconds since the recording's start
 *  string = length:varint  UTF-8
 *
 *  window = from:signed  to:signed  calls:varint  longest:varint  string     times, slow calls within it, duration and
 *                                                            name of the longest
 *
 *  record = varint of (nanoseconds since the record before, the first one since `base`) << 2 | code, then by code
 *    0  a call begins             method:varint
 *    1  the innermost call of this frame ends
 *    2  the innermost call of this frame ends by an exception
 *    3  sub:u8                    0 exit, 1 throw: method:varint, a call that began before this frame or a switch
 *                                 2 switch: threadId:varint, the thread of the records up to the next switch
 *                                 3 pass, 4 run, 5 ambiguous run: pass:varint, for the next record, which is
 *                                   a call that begins; that of a pass does not end
 *                                 6 forward: pass:varint, the first pass of the callback that the next 3 forwards
 *                                 7 result: number:varint, the result of the call that ends next
 *                                 8 arguments, 9 value: method:varint, the number of the name that is the text of the
 *                                   arguments of the call that begins next, or of the result, or the exception's class,
 *                                   of the call that ends next
 *                                10 trace id: characters:varint, up to five, the first one lowest, of the id of the
 *                                   request that ends next
 * </pre>
 *
 * A reader of a frame needs no other frame but the header; `firstRecord` and `count` say which records of a chunk it
 * holds, so that records that a killed process also left in the spool are not read twice.
 */
public final class RecordingFormat {
    /** "JTREC004", big-endian: the format, and the version of everything after it. */
    public static final long MAGIC = 0x4a54524543303034L;

    /** Bits of the version, three digits, in {@link #MAGIC}. */
    private static final int VERSION_BITS = 3 * Byte.SIZE;

    public static final byte HEADER = 'H';
    public static final byte NAMES = 'N';
    public static final byte THREAD = 'T';
    public static final byte TEXT = 'L';
    public static final byte STALL = 'G';
    public static final byte CPU = 'U';
    public static final byte CHUNK = 'C';
    public static final byte WINDOWS = 'W';
    public static final byte END = 'E';

    /** Bytes of a frame's type and length. */
    public static final int FRAME_START_BYTES = Byte.BYTES + Integer.BYTES;

    public static final int FRAME_HEADER_BYTES = FRAME_START_BYTES + Integer.BYTES;

    /** Number of records in place of an outline. */
    static final int NO_OUTLINE = 0xffff;

    /** Added to the number of records of an outline if the frame has passes or runs. */
    static final int WITHOUT_PASSES = 0x8000;

    static final int OUTLINE_NUMBERS_BYTES = 2 * Short.BYTES;

    /** Bytes of an outline's numbers and its check. */
    public static final int OUTLINE_END_BYTES = OUTLINE_NUMBERS_BYTES + Integer.BYTES;

    /** Bytes of a chunk frame's payload with its head, and the start of its first record: 9 varints. */
    public static final int CHUNK_HEAD_BYTES = 96;

    static final int CODE_BITS = 2;
    static final int CODE_ENTER = 0;
    static final int CODE_EXIT = 1;
    static final int CODE_THROW = 2;
    static final int CODE_OTHER = 3;

    static final byte OTHER_EXIT = 0;
    static final byte OTHER_THROW = 1;
    static final byte OTHER_SWITCH = 2;
    /** The first and the last sub-code of a link, for the record after it. */
    static final byte OTHER_PASS = 3;

    static final byte OTHER_TRACE_ID = 10;

    public static final int THREAD_DAEMON = 1;

    /** Flag of a virtual thread that has a name of its own. */
    public static final int THREAD_VIRTUAL = 2;

    private RecordingFormat() {}

    /** Returns whether this is the type of a frame. */
    public static boolean isType(byte type) {
        return switch (type) {
            case HEADER, NAMES, THREAD, TEXT, STALL, CPU, CHUNK, WINDOWS, END -> true;
            default -> false;
        };
    }

    /** Returns whether a file that begins with these bytes is a recording, of this or another version. */
    public static boolean isRecording(long magic) {
        return magic >>> VERSION_BITS == MAGIC >>> VERSION_BITS;
    }

    // Sub-codes have the order of the control records' codes.
    static byte subOfControl(int control) {
        return (byte) (control - SpoolLayout.CONTROL_SWITCH + OTHER_SWITCH);
    }

    static int controlOfSub(byte sub) {
        return sub - OTHER_SWITCH + SpoolLayout.CONTROL_SWITCH;
    }
}
