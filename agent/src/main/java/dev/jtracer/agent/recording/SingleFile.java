// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.recording;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** All frames in one file. */
public final class SingleFile implements FrameFile {
    /* One frame, one write: a frame is in the page cache whole or torn at the file's end, and the page cache outlives
     * the process. Nothing is forced to the disk: this guards against the death of the process, not of the machine. */
    private final FileChannel channel;
    private long bytes;

    /**
     * Begins the file.
     *
     * @param channel an empty file, written from here on by this object alone
     */
    public SingleFile(FileChannel channel) throws IOException {
        this.channel = channel;
        writeFully(
                ByteBuffer.allocate(Long.BYTES).putLong(RecordingFormat.MAGIC).flip());
    }

    @Override
    public void write(byte type, int records, ByteBuffer frame) throws IOException {
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
    public byte[] read(long position, int length, byte[] buffer) throws IOException {
        byte[] target = buffer.length < length ? new byte[length] : buffer;
        ByteBuffer rest = ByteBuffer.wrap(target, 0, length);
        while (rest.hasRemaining()) {
            if (channel.read(rest, position + rest.position()) < 0) {
                throw new IOException("the recording is shorter than what was written to it");
            }
        }
        return target;
    }

    @Override
    public long overwritten() {
        return 0;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private void writeFully(ByteBuffer buffer) throws IOException {
        int length = buffer.remaining();
        try {
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
            bytes += length;
        } catch (IOException e) {
            // A torn frame is for the end of a file only: what comes after it would be lost.
            channel.truncate(bytes);
            throw e;
        }
    }
}
