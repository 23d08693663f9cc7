// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import java.io.IOException;
import java.io.InputStream;

/** A stream whose bytes are read in blocks. */
public abstract class BlockStream extends InputStream {
    protected BlockStream() {}

    @Override
    public final int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public abstract int read(byte[] into, int offset, int length) throws IOException;
}
