// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** A destination that keeps all frames in one file. */
public final class SingleFile implements FrameFile {
    /* Each frame is written by one call: in the page cache it is either complete or torn at the file's end, and the
     * page cache survives the process. Nothing is forced to the disk: this guards against the death of the process,
     * not of the machine. */
    private final FileChannel file;
    private long bytes;
    private boolean torn;

    /** Begins an empty file, open for reading and writing; {@link #close} closes it. */
    public SingleFile(FileChannel file) throws IOException {
        this(file, new byte[0]);
    }

    /** Begins the file with some frames, by one call: a process that dies leaves all of them or an empty file. */
    SingleFile(FileChannel file, byte[] frames) throws IOException {
        this.file = file;
        writeFully(ByteBuffer.allocate(Long.BYTES + frames.length)
                .putLong(RecordingFormat.MAGIC)
                .put(frames)
                .flip());
    }

    @Override
    public void write(byte type, FrameRecords records, ByteBuffer frame) throws IOException {
        writeFully(frame);
    }

    @Override
    public long bytes() {
        return bytes;
    }

    @Override
    public boolean canReread() {
        return true;
    }

    @Override
    public byte[] read(long position, int length, byte[] buffer) throws IOException {
        byte[] target = buffer.length < length ? new byte[length] : buffer;
        ByteBuffer frame = ByteBuffer.wrap(target, 0, length);
        while (frame.hasRemaining()) {
            if (file.read(frame, position + frame.position()) < 0) {
                throw new IOException("the recording is shorter than what was written to it");
            }
        }
        return target;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    private void writeFully(ByteBuffer buffer) throws IOException {
        long position = bytes;
        if (torn) {
            cutTornFrame();
        }
        int first = buffer.position();
        try {
            while (buffer.hasRemaining()) {
                position += file.write(buffer, position);
            }
            bytes = position;
        } catch (IOException | RuntimeException | Error e) {
            buffer.position(first);
            torn = true;
            try {
                cutTornFrame();
            } catch (IOException again) {
                e.addSuppressed(again);
            }
            throw e;
        }
    }

    /** Removes a partly written frame: readers take it for the end of the file, so later frames would be lost. */
    private void cutTornFrame() throws IOException {
        file.truncate(bytes);
        torn = false;
    }
}
