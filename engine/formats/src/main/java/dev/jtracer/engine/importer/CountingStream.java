// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A stream that counts the bytes read from another. */
public abstract class CountingStream extends FilterInputStream {
    protected CountingStream(InputStream in) {
        super(in);
    }

    /** Takes the number of bytes just read or skipped, 0 at the end. If it throws, they are not passed on. */
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
