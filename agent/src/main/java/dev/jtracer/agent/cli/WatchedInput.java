// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A file that is read while somebody watches how far that has come, and whose failures can be told from those of writing. */
final class WatchedInput extends FilterInputStream {
    private final long size;
    private final ProgressBar bar;
    private long done;

    /** Reading failed. */
    static final class UnreadableException extends IOException {
        private static final long serialVersionUID = 1;

        UnreadableException(IOException cause) {
            super(ConversionFiles.reason(cause), cause);
        }
    }

    WatchedInput(InputStream in, long size, ProgressBar bar) {
        super(in);
        this.size = Math.max(size, 1);
        this.bar = bar;
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
        } catch (IOException e) {
            throw new UnreadableException(e);
        }
        done += Math.max(count, 0);
        bar.show(Math.min(1, (double) done / size));
        return count;
    }
}
