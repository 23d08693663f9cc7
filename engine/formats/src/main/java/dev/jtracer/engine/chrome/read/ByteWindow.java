// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome.read;

import dev.jtracer.engine.importer.BlockStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The part of the input in memory. {@link EventScanner} reads it in place, the JSON parser as a stream; each
 * continues where the other stopped.
 *
 * <pre>
 *   bytes:  | for unread() | position ... limit | zeros |
 * </pre>
 */
final class ByteWindow extends BlockStream {
    /** Zeros behind the last byte: no JSON continues with a zero, and reading eight bytes at a time stays inside. */
    static final int PADDING = 16;

    private static final int MIN_ROOM = 16;
    private static final int CAPACITY = 1 << 17;
    private static final int MAX_CAPACITY = 1 << 20;
    /* The parser gets small chunks, because most of a chunk is returned when only one event was for the parser. */
    private static final int CHUNK = 2048;
    /** More than almost all events take. */
    private static final int PREFETCHED = 4096;

    private final InputStream in;
    private byte[] bytes = new byte[CAPACITY + PADDING];
    private int position;
    private int limit;
    /** Offset in the input of the first byte in the window. */
    private long base;

    private long streamed;
    private boolean ended;
    private boolean atEnd;
    private @Nullable IOException failure;

    ByteWindow(InputStream in) {
        this.in = in;
    }

    byte[] bytes() {
        return bytes;
    }

    int position() {
        return position;
    }

    int limit() {
        return limit;
    }

    /** Skips the bytes that were read in place. */
    void moveTo(int position) {
        this.position = position;
    }

    /** Returns the position of an offset in the input; that of the window's first byte if the offset is before it. */
    int positionOf(long offset) {
        return (int) Math.max(0, offset - base);
    }

    /** Returns the offset in the input of a position in the window. */
    long offset(int position) {
        return base + position;
    }

    /** Returns the number of bytes read as a stream, those taken back included. */
    long streamed() {
        return streamed;
    }

    /** Returns whether the parser has read beyond the last byte. */
    boolean atEnd() {
        return atEnd;
    }

    /** Moves back or forward to bytes in the window, independently of the bytes read as a stream. */
    void resumeAt(int position) {
        this.position = position;
        atEnd = false;
    }

    /** Takes back the last bytes that were read as a stream. */
    void unread(int count) {
        position -= count;
        atEnd &= count == 0;
    }

    /**
     * Loads more bytes before the last event in the window is cut off by the limit. A failure is thrown by the read
     * that gets to it.
     *
     * <p>Otherwise each window ends elsewhere in the scanner's code, in a branch that was never taken before. The JIT
     * compiler discards its code of everything around such a branch: seven times in the first second, a third of the
     * CPU time of a first parse in JDK 17.
     */
    void prefetch() {
        if (limit - position < PREFETCHED && !ended && failure == null) {
            try {
                loadMore();
            } catch (IOException e) {
                failure = e;
            }
        }
    }

    /**
     * Loads more bytes behind the limit, if possible as many as are there, so that an input with small reads is not
     * scanned again after each. Moves the bytes from the position on. Returns false if there are no more, or no room.
     */
    boolean loadMore() throws IOException {
        if (ended) {
            return false;
        }
        if (position > 0) {
            slide(position);
        } else if (limit + PADDING + MIN_ROOM > bytes.length) {
            if (bytes.length >= MAX_CAPACITY) {
                return false;
            }
            bytes = Arrays.copyOf(bytes, Math.min(bytes.length * 2, MAX_CAPACITY));
        }
        int before = limit;
        int target = Math.min(limit * 2, bytes.length - PADDING - MIN_ROOM);
        do {
            fill();
        } while (limit < target && !ended);
        return limit > before;
    }

    /**
     * Fills the window for the first time. Returns whether it holds the whole input. A failure is thrown by the read
     * that gets to it.
     */
    boolean loadAll() {
        try {
            while (!ended && limit < CAPACITY - MIN_ROOM) {
                fill();
            }
        } catch (IOException e) {
            failure = e;
        }
        return ended;
    }

    private void slide(int start) {
        System.arraycopy(bytes, start, bytes, 0, limit - start);
        base += start;
        position -= start;
        limit -= start;
        pad(); // also if no byte can be read next
    }

    private void fill() throws IOException {
        if (failure != null) {
            throw failure;
        }
        int count = in.read(bytes, limit, bytes.length - PADDING - limit);
        if (count < 0) {
            ended = true;
        } else {
            limit += count;
        }
        pad();
    }

    private void pad() {
        Arrays.fill(bytes, limit, limit + PADDING, (byte) 0);
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        while (position == limit && !ended) {
            slide(Math.max(0, position - CHUNK));
            fill();
        }
        if (position == limit) {
            atEnd = true;
            return -1;
        }
        int count = Math.min(Math.min(length, CHUNK), limit - position);
        System.arraycopy(bytes, position, into, offset, count);
        position += count;
        streamed += count;
        return count;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
