// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr.read;

import dev.jtracer.engine.jtr.FileAccess;
import dev.jtracer.engine.jtr.RecordingException;
import dev.jtracer.engine.jtr.RecordingFormat;
import dev.jtracer.engine.text.CountText;
import java.io.Closeable;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Reader of the whole frames of one file of a recording, each of which it checks when it first comes to it. It checks
 * the records of long chunk frames when they are read: a window of time needs few of them.
 */
public final class FrameReader implements Closeable {
    /** Bytes that are read at once where all are checked, and on the way from frame to frame where they have been. */
    private static final int CHECKED_BYTES = 1 << 16;

    private static final int PREFETCHED_BYTES = 1 << 13;

    /** Bytes that are read around the border of two chunk frames whose records are not read. */
    private static final int BORDER_BYTES = 1 << 10;

    /** Length of a chunk frame's end with the outlines of most frames: ten open calls. */
    static final int TAIL_BYTES = 1 << 7;

    /** Length from which on a chunk frame's records are not checked here. */
    private static final int LEAST_SKIPPED_BYTES = 1 << 12;

    /**
     * Length from which on another frame must follow a frame behind damage, or the file's end: every 30th byte may
     * look like the type of a frame, and the lengths that seem to follow would be checked for hours.
     */
    private static final int LONG_FRAME_BYTES = 1 << 18;

    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private final Path file;
    private final FileChannel channel;
    private final long size;
    private final CRC32C check = new CRC32C();
    private final List<Damage> damages = new ArrayList<>();
    /** The stretches of chunk frames, one behind the other: the first byte, then the one behind the last. */
    private long[] stretches = new long[16];

    private int stretchEnd;
    private int nextStretch;
    private final byte[] prefetched = new byte[CHECKED_BYTES];
    private long prefetchedFrom;
    private int prefetchedBytes;
    private final byte[] head = new byte[RecordingFormat.CHUNK_HEAD_BYTES];
    private long headFrom;
    /** End of the last frame that was found whole. */
    private long checkedTo = Long.BYTES;

    private byte type;
    private long payload;
    private int length;
    private long nextFrame = Long.BYTES;
    private boolean torn;

    /** A part of the file that is no whole frame: from its first byte to the one behind its last. */
    public record Damage(long from, long to) {}

    public FrameReader(Path file, FileAccess files) throws IOException {
        this.file = file;
        this.channel = files.read(file);
        try {
            this.size = channel.size();
            byte[] magic = new byte[Long.BYTES];
            if (size < magic.length) {
                throw new RecordingException("'" + file + "' is no recording of jtracer: it has "
                        + CountText.of(size, "byte") + "; name another file");
            }
            readFully(0, magic, magic.length);
            checkMagic(ByteBuffer.wrap(magic).getLong());
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private void checkMagic(long magic) throws RecordingException {
        if (!RecordingFormat.isRecording(magic)) {
            throw new RecordingException("'" + file + "' is no recording of jtracer; name another file");
        }
        if (magic != RecordingFormat.MAGIC) {
            throw new RecordingException("'" + file + "' was written by a jtracer with another format of recordings;"
                    + " convert it to JSON with that version");
        }
    }

    /** Begins again in front of the first frame. */
    void rewind() {
        nextFrame = Long.BYTES;
        nextStretch = 0;
    }

    Path file() {
        return file;
    }

    /** Advances to the next whole frame. Returns false at the end and at a torn frame. */
    public boolean next() throws IOException {
        for (Damage damage : damages) {
            nextFrame = nextFrame == damage.from ? damage.to : nextFrame;
        }
        boolean isNew = nextFrame >= checkedTo;
        boolean isFound = isNew ? isWhole(nextFrame) || findWhole(nextFrame) : isFrame(nextFrame);
        if (isFound) {
            nextFrame = payload + length;
            checkedTo = Math.max(checkedTo, nextFrame);
            if (isNew && type == RecordingFormat.CHUNK) {
                noteChunk(payload - RecordingFormat.FRAME_HEADER_BYTES);
            }
        }
        return isFound;
    }

    private void noteChunk(long from) {
        if (stretchEnd == 0 || stretches[stretchEnd - 1] != from) {
            if (stretchEnd == stretches.length) {
                stretches = Arrays.copyOf(stretches, stretchEnd * 2);
            }
            stretches[stretchEnd] = from;
            stretchEnd += 2;
        }
        stretches[stretchEnd - 1] = nextFrame;
    }

    /**
     * Does the same as {@link #next} where the whole file has been read before, and skips most chunk frames: a read
     * for each of them would take longer than the small frames between them.
     */
    boolean nextBesidesChunks() throws IOException {
        while (nextStretch < stretchEnd && stretches[nextStretch] < nextFrame) {
            nextStretch += 2;
        }
        if (nextStretch < stretchEnd && stretches[nextStretch] == nextFrame) {
            nextFrame = stretches[nextStretch + 1];
        }
        return next();
    }

    /** Finds the first whole frame behind a position at which there is none. */
    private boolean findWhole(long from) throws IOException {
        // A killed process leaves the start of a frame, and of its header if that.
        torn = from < size && (size - from < RecordingFormat.FRAME_HEADER_BYTES || isTooLong(from));
        for (long at = from + 1; at <= size - RecordingFormat.FRAME_HEADER_BYTES; at++) {
            if (isFrame(at) && isFollowed() && isWhole(at)) {
                torn = false;
                damages.add(new Damage(from, at));
                return true;
            }
        }
        if (from < size && !torn) {
            damages.add(new Damage(from, size));
        }
        return false;
    }

    private boolean isTooLong(long at) throws IOException {
        return isType(at) && lengthIn(at) > size - at - RecordingFormat.FRAME_HEADER_BYTES;
    }

    private boolean isFollowed() throws IOException {
        long end = payload + length;
        return length < LONG_FRAME_BYTES || end == size || end < size && isType(end);
    }

    private boolean isType(long at) throws IOException {
        return RecordingFormat.isType(prefetched[prefetch(at, 1)]);
    }

    private int lengthIn(long header) throws IOException {
        return word(header + Byte.BYTES);
    }

    private int word(long at) throws IOException {
        return (int) WORDS.get(prefetched, prefetch(at, Integer.BYTES));
    }

    /** Goes to what may be a frame at a position. Returns whether it has a type, and a length within the file. */
    private boolean isFrame(long at) throws IOException {
        if (size - at < RecordingFormat.FRAME_HEADER_BYTES || !isType(at)) {
            return false;
        }
        type = prefetched[prefetch(at, 1)];
        payload = at + RecordingFormat.FRAME_HEADER_BYTES;
        length = lengthIn(at);
        return length >= 0 && length <= size - payload;
    }

    /** Goes to the frame at a position. Returns whether there is one, whole but for the records of a long one. */
    private boolean isWhole(long at) throws IOException {
        if (!isFrame(at)) {
            return false;
        }
        int expected = word(at + RecordingFormat.FRAME_START_BYTES);
        checkStart(at);
        if (type == RecordingFormat.CHUNK && length >= LEAST_SKIPPED_BYTES) {
            return isOutlined();
        }
        check(payload, payload + length);
        return (int) check.getValue() == expected;
    }

    private void checkStart(long at) throws IOException {
        check.reset();
        check.update(prefetched, prefetch(at, RecordingFormat.FRAME_START_BYTES), RecordingFormat.FRAME_START_BYTES);
    }

    private void check(long from, long to) throws IOException {
        for (long position = from; position < to; ) {
            int offset = prefetch(position, 1);
            int count = (int) Math.min(to - position, prefetchedBytes - offset);
            check.update(prefetched, offset, count);
            position += count;
        }
    }

    /** Returns whether the head and the outline of a chunk frame are whole. */
    private boolean isOutlined() throws IOException {
        int from = prefetch(payload, head.length);
        System.arraycopy(prefetched, from, head, 0, head.length);
        headFrom = payload;
        check.update(head, 0, head.length);
        long end = payload + length;
        prefetch(end - TAIL_BYTES, TAIL_BYTES, BORDER_BYTES);
        int outline = word(end - RecordingFormat.OUTLINE_END_BYTES) & 0xffff;
        long outlineFrom = end - RecordingFormat.OUTLINE_END_BYTES - outline;
        int expected = word(end - Integer.BYTES);
        if (outlineFrom < payload) {
            return false;
        }
        check(outlineFrom, end - Integer.BYTES);
        return (int) check.getValue() == expected;
    }

    /**
     * Reads a chunk frame with its header into {@code buffer}, or into a larger array, and returns that array.
     * Returns null if the frame is damaged. Any thread may do so, as {@link #read}.
     */
    byte @Nullable [] readWhole(long payloadOfFrame, int count, byte[] buffer) throws IOException {
        int all = RecordingFormat.FRAME_HEADER_BYTES + count;
        byte[] bytes = read(payloadOfFrame - RecordingFormat.FRAME_HEADER_BYTES, all, buffer);
        CRC32C whole = new CRC32C();
        whole.update(bytes, 0, RecordingFormat.FRAME_START_BYTES);
        whole.update(bytes, RecordingFormat.FRAME_HEADER_BYTES, count);
        return (int) whole.getValue() == (int) WORDS.get(bytes, RecordingFormat.FRAME_START_BYTES) ? bytes : null;
    }

    public byte type() {
        return type;
    }

    /** Returns what is damaged, in the order of the file, of the part that was read so far. */
    public List<Damage> damages() {
        return damages;
    }

    /** Returns the payload's offset in the file. */
    long payload() {
        return payload;
    }

    public int length() {
        return length;
    }

    /** Returns whether the file ends in the middle of a frame. */
    boolean isTorn() {
        return torn;
    }

    /** Reads the first bytes of the frame's payload into {@code buffer} or a larger array, and returns that array. */
    byte[] begin(int count, byte[] buffer) throws IOException {
        boolean isHead = payload == headFrom && count <= head.length;
        if (!isHead && !isPrefetched(payload, count)) {
            return read(payload, count, buffer);
        }
        byte[] bytes = buffer.length < count ? new byte[count] : buffer;
        System.arraycopy(isHead ? head : prefetched, isHead ? 0 : (int) (payload - prefetchedFrom), bytes, 0, count);
        return bytes;
    }

    /** Returns the length of a frame that is not the current one, by the offset of its payload. */
    int lengthAt(long payloadOfFrame) throws IOException {
        byte[] word = read(
                payloadOfFrame - RecordingFormat.FRAME_HEADER_BYTES + Byte.BYTES,
                Integer.BYTES,
                new byte[Integer.BYTES]);
        return (int) WORDS.get(word, 0);
    }

    /**
     * Reads bytes into {@code buffer}, or into a larger array, and returns that array. Any thread may do so while
     * another one goes from frame to frame.
     */
    byte[] read(long position, int count, byte[] buffer) throws IOException {
        byte[] bytes = buffer.length < count ? new byte[count] : buffer;
        readFully(position, bytes, count);
        return bytes;
    }

    /** Returns an exception that names the damaged frame of this file. */
    RecordingException damaged(long payloadOfFrame, RecordingException cause) {
        return new RecordingException("'" + file + "' is damaged at byte "
                + (payloadOfFrame - RecordingFormat.FRAME_HEADER_BYTES) + ": " + cause.getMessage());
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private boolean isPrefetched(long position, int count) {
        return position >= prefetchedFrom && position + count <= prefetchedFrom + prefetchedBytes;
    }

    /** Prefetches at least {@code count} bytes of the file, which has them. Returns the index of the first. */
    private int prefetch(long position, int count) throws IOException {
        return prefetch(position, count, position < checkedTo ? PREFETCHED_BYTES : CHECKED_BYTES);
    }

    /** Does the same with a read of at most some bytes. */
    private int prefetch(long position, int count, int most) throws IOException {
        if (!isPrefetched(position, count)) {
            int available = (int) Math.min(most, size - position);
            prefetchedBytes = 0;
            readFully(position, prefetched, available);
            prefetchedFrom = position;
            prefetchedBytes = available;
        }
        return (int) (position - prefetchedFrom);
    }

    private void readFully(long position, byte[] bytes, int count) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes, 0, count);
        while (buffer.hasRemaining()) {
            if (channel.read(buffer, position + buffer.position()) < 0) {
                throw new RecordingException("'" + file + "' was cut while it was being read");
            }
        }
    }
}
