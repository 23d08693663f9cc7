// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;

/**
 * Unpacks gzip data of any number of members (RFC 1952). Data that ends in the middle is an end like any other, so that what
 * comes before is not lost.
 */
final class GzipInput extends InputStream {
    /* Not the JDK's stream: that calls itself for each empty member, so a million of them overflow the stack, and it takes an
     * input that has nothing available at the moment for the end. */
    static final int MAGIC_1 = 0x1f;
    static final int MAGIC_2 = 0x8b;

    private static final int BUFFER_SIZE = 1 << 16;
    private static final int DEFLATE = 8;
    private static final int HAS_HEADER_CHECK = 2;
    private static final int HAS_EXTRA = 4;
    private static final int HAS_NAME = 8;
    private static final int HAS_COMMENT = 16;

    private final InputStream packed;
    private final Inflater inflater = new Inflater(true);
    private final CRC32 check = new CRC32();
    private final byte[] buffer = new byte[BUFFER_SIZE];
    private int position;
    private int limit;
    private boolean inMember;
    private boolean first = true;
    private boolean ended;
    private boolean cutOff;

    GzipInput(InputStream packed) {
        this.packed = packed;
    }

    /** Whether the data ended in the middle. */
    boolean cutOff() {
        return cutOff;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        try {
            while (!ended) {
                int count = inMember ? inflate(bytes, offset, length) : 0;
                if (count > 0) {
                    return count;
                }
                if (!inMember && !beginMember()) {
                    ended = true;
                }
            }
        } catch (EOFException e) {
            cutOff = true;
            ended = true;
        }
        return -1;
    }

    private int inflate(byte[] bytes, int offset, int length) throws IOException {
        try {
            int count = inflater.inflate(bytes, offset, length);
            check.update(bytes, offset, count);
            if (count == 0) {
                endOrFeed();
            }
            return count;
        } catch (DataFormatException e) {
            throw new ZipException(e.getMessage() == null ? "its content is no packed data" : e.getMessage());
        }
    }

    private void endOrFeed() throws IOException {
        if (inflater.finished()) {
            position = limit - inflater.getRemaining();
            endMember();
        } else if (inflater.needsDictionary()) {
            throw new ZipException("it needs a dictionary");
        } else {
            fill();
            inflater.setInput(buffer, 0, limit);
        }
    }

    private boolean beginMember() throws IOException {
        if (!readMagic()) {
            return false;
        }
        first = false;
        if (next() != DEFLATE) {
            throw new ZipException("it is packed by an unknown method");
        }
        int flags = next();
        skip(6);
        if ((flags & HAS_EXTRA) != 0) {
            skip(next() | next() << 8);
        }
        if ((flags & HAS_NAME) != 0) {
            skipText();
        }
        if ((flags & HAS_COMMENT) != 0) {
            skipText();
        }
        if ((flags & HAS_HEADER_CHECK) != 0) {
            skip(2);
        }
        inflater.reset();
        inflater.setInput(buffer, position, limit - position);
        check.reset();
        inMember = true;
        return true;
    }

    /** Returns false at the end, which may be filled up with anything. */
    private boolean readMagic() throws IOException {
        if (position == limit && !first && !hasMore()) {
            return false;
        }
        return next() == MAGIC_1 && next() == MAGIC_2;
    }

    private void endMember() throws IOException {
        inMember = false;
        if (littleEndian() != check.getValue() || littleEndian() != (inflater.getBytesWritten() & 0xffffffffL)) {
            throw new ZipException("its check sum is wrong");
        }
    }

    private long littleEndian() throws IOException {
        return next() | next() << 8 | next() << 16 | (long) next() << 24;
    }

    private void skipText() throws IOException {
        for (int character = next(); character != 0; character = next()) {
            // not needed
        }
    }

    private void skip(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            next();
        }
    }

    private int next() throws IOException {
        if (position == limit) {
            fill();
        }
        return buffer[position++] & 0xff;
    }

    private void fill() throws IOException {
        if (!hasMore()) {
            throw new EOFException();
        }
    }

    private boolean hasMore() throws IOException {
        limit = Math.max(0, packed.read(buffer, 0, buffer.length));
        position = 0;
        return limit > 0;
    }

    @Override
    public void close() throws IOException {
        inflater.end();
        packed.close();
    }
}
