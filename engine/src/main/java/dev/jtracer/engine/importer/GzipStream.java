// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;

/**
 * The bytes of a gzip file, of all its members. An end in the middle is an end like any other; {@link #cutOff} says so.
 * What follows the last member is ignored, as gzip itself does.
 */
final class GzipStream extends InputStream {
    /* Not java.util.zip.GZIPInputStream: it takes a level of the stack for each empty member, and where the stream below
     * cannot say how much is available it ends after the first one. */
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

    GzipStream(InputStream packed) {
        this.packed = packed;
    }

    boolean cutOff() {
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
                int read = inMember ? inflate(into, offset, length) : beginMember();
                if (read > 0) {
                    return read;
                }
            }
        } catch (EOFException e) {
            cutOff = true;
            ended = true;
        } catch (DataFormatException e) {
            throw damaged(String.valueOf(e.getMessage()));
        }
        return -1;
    }

    private int inflate(byte[] into, int offset, int length) throws IOException, DataFormatException {
        if (inflater.needsInput()) {
            if (position == limit) {
                fill();
            }
            inflater.setInput(buffer, position, limit - position);
            position = limit;
        }
        int read = inflater.inflate(into, offset, length);
        checksum.update(into, offset, read);
        if (inflater.finished()) {
            position = limit - inflater.getRemaining();
            endMember();
        } else if (inflater.needsDictionary()) {
            throw damaged("it needs a dictionary");
        }
        return read;
    }

    private int beginMember() throws IOException {
        if (position == limit && !filled()) {
            ended = true;
            return 0;
        }
        if (nextByte() != MAGIC_1 || nextByte() != MAGIC_2) {
            ended = true; // padding or other data behind the last member
            return 0;
        }
        if (nextByte() != DEFLATED) {
            throw damaged("an unknown method of compression");
        }
        int flags = nextByte();
        skip(6);
        if ((flags & EXTRA_FIELD) != 0) {
            skip(nextByte() | nextByte() << 8);
        }
        skipText(flags & FILE_NAME);
        skipText(flags & COMMENT);
        if ((flags & HEADER_CHECKSUM) != 0) {
            skip(2);
        }
        inflater.reset();
        checksum.reset();
        inMember = true;
        return 0;
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
