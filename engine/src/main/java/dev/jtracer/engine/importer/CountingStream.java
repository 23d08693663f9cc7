// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Tells how many bytes have been read of a stream, as they are read. */
public abstract class CountingStream extends FilterInputStream {
    /** Returns a stream that reads {@code in}. */
    protected CountingStream(InputStream in) {
        super(in);
    }

    /**
     * So many bytes more have been read or skipped; 0 at the end.
     *
     * @throws IOException if those were too many: what was read is then not handed on
     */
    protected abstract void count(long bytes) throws IOException;

    @Override
    public final int read() throws IOException {
        int value = super.read();
        count(value < 0 ? 0 : 1);
        return value;
    }

    @Override
    public final int read(byte[] into, int offset, int length) throws IOException {
        int read = super.read(into, offset, length);
        count(Math.max(read, 0));
        return read;
    }

    @Override
    public final long skip(long bytes) throws IOException {
        long skipped = super.skip(bytes);
        count(skipped);
        return skipped;
    }
}
