// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer.container;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;

/**
 * The bytes of gzip data of any number of members (RFC 1952). A truncated stream ends normally, so that the data before are
 * not lost; {@link #cutOff} reports it. Data after the last member are ignored, as by gzip itself.
 */
public final class GzipStream extends InputStream {
    /* Not java.util.zip.GZIPInputStream, which takes a level of the stack for each empty member, and ends after the first
     * member if the underlying stream reports no available bytes. */
    static final int MAGIC_1 = 0x1f;
    static final int MAGIC_2 = 0x8b;
    static final int DEFLATED = 8;

    private static final int HEADER_CHECKSUM = 2;
    private static final int EXTRA_FIELD = 4;
    private static final int FILE_NAME = 8;
    private static final int COMMENT = 16;
    private static final int BUFFER_BYTES = 1 << 16;

    private final InputStream packed;
    private final Inflater inflater = new Inflater(true);
    private final CRC32 checksum = new CRC32();
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int position;
    private int limit;
    private boolean inMember;
    private boolean ended;
    private boolean cutOff;

    /**
     * Creates a stream of the content of packed data, which {@link #close} closes.
     *
     * <p>Reading throws {@link ZipException} at damaged data; the message is for the user.
     */
    public GzipStream(InputStream packed) {
        this.packed = packed;
    }

    /** Returns whether data begin like gzip data. */
    public static boolean isGzip(byte[] start) {
        return start.length >= 2 && (start[0] & 0xff) == MAGIC_1 && (start[1] & 0xff) == MAGIC_2;
    }

    /** Returns whether the data ended in the middle; known when their end has been read. */
    public boolean cutOff() {
        return cutOff;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        try {
            while (!ended) {
                int read = inMember ? inflate(into, offset, length) : 0;
                if (read > 0) {
                    return read;
                }
                if (!inMember && !beginMember()) {
                    ended = true;
                }
            }
        } catch (EOFException e) {
            cutOff = true;
            ended = true;
        } catch (DataFormatException e) {
            throw damaged(e.getMessage() == null ? "its content is not packed" : e.getMessage());
        }
        return -1;
    }

    private int inflate(byte[] into, int offset, int length) throws IOException, DataFormatException {
        int read = inflater.inflate(into, offset, length);
        checksum.update(into, offset, read);
        // Fetches and checks only after all unpacked bytes are delivered, because both may fail and must not lose them.
        if (read == 0) {
            endOrFeed();
        }
        return read;
    }

    private void endOrFeed() throws IOException {
        if (inflater.finished()) {
            position = limit - inflater.getRemaining();
            endMember();
        } else if (inflater.needsDictionary()) {
            throw damaged("it needs a dictionary");
        } else {
            fill();
            inflater.setInput(buffer, 0, limit);
        }
    }

    private boolean beginMember() throws IOException {
        boolean more = position < limit || filled();
        if (!more || nextByte() != MAGIC_1 || nextByte() != MAGIC_2) {
            return false; // the end, or padding or other data after the last member
        }
        if (nextByte() != DEFLATED) {
            throw damaged("it is packed by an unknown method");
        }
        skipHeader(nextByte());
        inflater.reset();
        inflater.setInput(buffer, position, limit - position);
        checksum.reset();
        inMember = true;
        return true;
    }

    private void skipHeader(int flags) throws IOException {
        skip(6);
        if ((flags & EXTRA_FIELD) != 0) {
            skip(nextByte() | nextByte() << 8);
        }
        skipText(flags & FILE_NAME);
        skipText(flags & COMMENT);
        if ((flags & HEADER_CHECKSUM) != 0) {
            skip(2);
        }
    }

    private void endMember() throws IOException {
        inMember = false;
        long expected = nextInt();
        long length = nextInt();
        if (expected != checksum.getValue() || length != (inflater.getBytesWritten() & 0xffff_ffffL)) {
            throw damaged("its checksum does not fit");
        }
    }

    private long nextInt() throws IOException {
        return (nextByte() | nextByte() << 8 | nextByte() << 16 | (long) nextByte() << 24) & 0xffff_ffffL;
    }

    private void skip(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            nextByte();
        }
    }

    private void skipText(int present) throws IOException {
        if (present != 0) {
            int next;
            do {
                next = nextByte();
            } while (next != 0);
        }
    }

    private int nextByte() throws IOException {
        if (position == limit) {
            fill();
        }
        return buffer[position++] & 0xff;
    }

    private void fill() throws IOException {
        if (!filled()) {
            throw new EOFException();
        }
    }

    private boolean filled() throws IOException {
        position = 0;
        limit = Math.max(0, packed.read(buffer, 0, BUFFER_BYTES));
        return limit > 0;
    }

    private static ZipException damaged(String how) {
        return new ZipException("damaged gzip data, " + how);
    }

    @Override
    public void close() throws IOException {
        inflater.end();
        packed.close();
    }
}
