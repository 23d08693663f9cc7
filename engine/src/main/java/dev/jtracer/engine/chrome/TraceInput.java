// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.zip.GZIPInputStream;

/**
 * The bytes of a trace, unpacked if they are gzip. Compressed data that ends in the middle is an end like any other, so
 * that the events before it are not lost; remembers that the end was reached.
 */
final class TraceInput extends FilterInputStream {
    private static final int GZIP_MAGIC_1 = 0x1f;
    private static final int GZIP_MAGIC_2 = 0x8b;
    private static final int BUFFER_SIZE = 1 << 16;

    private boolean atEnd;
    private boolean cutOff;

    private TraceInput(InputStream in) {
        super(in);
    }

    static TraceInput of(InputStream in) throws IOException {
        PushbackInputStream start = new PushbackInputStream(in, 2);
        byte[] magic = start.readNBytes(2);
        start.unread(magic);
        boolean gzip = magic.length == 2 && (magic[0] & 0xff) == GZIP_MAGIC_1 && (magic[1] & 0xff) == GZIP_MAGIC_2;
        return new TraceInput(gzip ? new GzipMembers(start) : start);
    }

    /** Whether a reader has asked for more than there is: all bytes are consumed. */
    boolean atEnd() {
        return atEnd;
    }

    /** Whether compressed data ended in the middle. */
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
        int count;
        try {
            count = super.read(bytes, offset, length);
        } catch (EOFException e) {
            cutOff = true;
            count = -1;
        }
        if (count < 0) {
            atEnd = true;
        }
        return count;
    }

    /** Opens the stream at the first read: a header that is cut off fails there like any other cut. */
    private static final class GzipMembers extends InputStream {
        private final InputStream packed;
        private InputStream unpacked = InputStream.nullInputStream();
        private boolean open;

        GzipMembers(InputStream packed) {
            this.packed = packed;
        }

        @Override
        public int read() throws IOException {
            return unpacked().read();
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            return unpacked().read(bytes, offset, length);
        }

        private InputStream unpacked() throws IOException {
            if (!open) {
                unpacked = new GZIPInputStream(packed, BUFFER_SIZE);
                open = true;
            }
            return unpacked;
        }

        @Override
        public void close() throws IOException {
            packed.close();
            unpacked.close();
        }
    }
}
