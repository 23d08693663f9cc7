// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** The frames that a file begins with, in memory until the file is created. */
public final class FileBeginning implements FrameFile {
    private final ByteArrayOutputStream frames = new ByteArrayOutputStream();

    @Override
    public void write(byte type, FrameRecords records, ByteBuffer frame) {
        frames.write(frame.array(), frame.arrayOffset() + frame.position(), frame.remaining());
    }

    /** Writes the frames to an empty file, open for reading and writing, which takes the following ones. */
    public FrameFile in(FileChannel file) throws IOException {
        return new SingleFile(file, frames.toByteArray());
    }

    @Override
    public long bytes() {
        return frames.size();
    }

    @Override
    public void close() {
        // nothing is open
    }
}
