// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.recording;

import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** All frames in one file. */
public final class SingleFile implements FrameFile {
    /* One frame, one write: a frame is in the page cache whole or torn at the file's end, and the page cache outlives
     * the process. Nothing is forced to the disk: this guards against the death of the process, not of the machine.
     *
     * No FileChannel: an interrupt closes it under whoever writes, and names are written by the application's threads. A
     * class that was loaded on an interrupted thread ended the recording. It has one position for reading and writing,
     * hence the locks. */
    private final RandomAccessFile file;
    private long bytes;

    /**
     * Begins the file.
     *
     * @param path an empty file, written from here on by this object alone
     */
    public SingleFile(Path path) throws IOException {
        file = new RandomAccessFile(path.toFile(), "rw");
        writeFully(
                ByteBuffer.allocate(Long.BYTES).putLong(RecordingFormat.MAGIC).flip());
    }

    @Override
    public synchronized void write(byte type, int records, ByteBuffer frame) throws IOException {
        writeFully(frame);
    }

    @Override
    public long bytes() {
        return bytes;
    }

    @Override
    public boolean keepsFrames() {
        return true;
    }

    @Override
    public synchronized byte[] read(long position, int length, byte[] buffer) throws IOException {
        byte[] target = buffer.length < length ? new byte[length] : buffer;
        file.seek(position);
        try {
            file.readFully(target, 0, length);
        } catch (EOFException e) {
            throw new IOException("the recording is shorter than what was written to it", e);
        }
        return target;
    }

    @Override
    public long overwritten() {
        return 0;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    private void writeFully(ByteBuffer buffer) throws IOException {
        int length = buffer.remaining();
        try {
            file.seek(bytes);
            file.write(buffer.array(), buffer.arrayOffset() + buffer.position(), length);
            bytes += length;
        } catch (IOException e) {
            // A torn frame is for the end of a file only: what comes after it would be lost.
            file.setLength(bytes);
            throw e;
        }
    }
}
