// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr.read;

import dev.jtracer.engine.jtr.FileAccess;
import dev.jtracer.engine.jtr.RecordingException;
import dev.jtracer.engine.jtr.RecordingFormat;
import dev.jtracer.engine.text.CountText;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** Reader of one file of a recording, frame by frame. */
public final class FrameReader implements Closeable {
    private final Path file;
    /** Bytes that are read at once on the way from frame to frame. */
    private static final int PREFETCHED_BYTES = 8_192;

    private final FileChannel channel;
    private final long size;
    private final byte[] frameHeader = new byte[RecordingFormat.FRAME_HEADER_BYTES];
    private final byte[] prefetched = new byte[PREFETCHED_BYTES];
    private long prefetchedFrom;
    private int prefetchedBytes;
    private long payload;
    private int length;
    private long nextFrame = Long.BYTES;
    private boolean torn;

    public FrameReader(Path file, FileAccess files) throws IOException {
        this.file = file;
        this.channel = files.read(file);
        try {
            this.size = channel.size();
            byte[] magic = new byte[Long.BYTES];
            if (size < magic.length) {
                throw new RecordingException("'" + file + "' is no recording of jtracer: it has "
                        + CountText.of(size, "byte") + "; name another file");
            }
            readFully(0, magic, magic.length);
            checkMagic(ByteBuffer.wrap(magic).getLong());
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private void checkMagic(long magic) throws RecordingException {
        if (!RecordingFormat.isRecording(magic)) {
            throw new RecordingException("'" + file + "' is no recording of jtracer; name another file");
        }
        if (magic != RecordingFormat.MAGIC) {
            throw new RecordingException("'" + file + "' was written by a jtracer with another format of recordings;"
                    + " convert it to JSON with that version");
        }
    }

    /** Begins again in front of the first frame. */
    void rewind() {
        nextFrame = Long.BYTES;
    }

    Path file() {
        return file;
    }

    /** Advances to the next frame. Returns false at the end and at a torn frame. */
    public boolean next() throws IOException {
        long left = size - nextFrame;
        if (left < frameHeader.length) {
            torn = left > 0;
            return false;
        }
        readPrefetched(nextFrame, frameHeader, frameHeader.length);
        payload = nextFrame + frameHeader.length;
        length = length(frameHeader);
        if (length < 0 || length > size - payload) {
            torn = true;
            return false;
        }
        nextFrame = payload + length;
        return true;
    }

    public byte type() {
        return frameHeader[0];
    }

    /** Returns the payload's offset in the file. */
    long payload() {
        return payload;
    }

    public int length() {
        return length;
    }

    /** Returns whether the file ends in the middle of a frame. */
    boolean isTorn() {
        return torn;
    }

    /** Reads the first bytes of the frame's payload into {@code buffer} or a larger array, and returns that array. */
    byte[] begin(int count, byte[] buffer) throws IOException {
        byte[] bytes = buffer.length < count ? new byte[count] : buffer;
        readPrefetched(payload, bytes, count);
        return bytes;
    }

    /** Returns the length of a frame that is not the current one, by the offset of its payload. */
    int lengthAt(long payloadOfFrame) throws IOException {
        return length(read(payloadOfFrame - frameHeader.length, frameHeader.length, new byte[frameHeader.length]));
    }

    private static int length(byte[] header) {
        int length = 0;
        for (int i = 0; i < Integer.BYTES; i++) {
            length |= (header[1 + i] & 0xff) << 8 * i;
        }
        return length;
    }

    /**
     * Reads bytes into {@code buffer}, or into a larger array, and returns that array. Any thread may do so while
     * another one goes from frame to frame.
     */
    byte[] read(long position, int count, byte[] buffer) throws IOException {
        byte[] bytes = buffer.length < count ? new byte[count] : buffer;
        readFully(position, bytes, count);
        return bytes;
    }

    /** Returns an exception that names the damaged frame of this file. */
    RecordingException damaged(long payloadOfFrame, RecordingException cause) {
        return new RecordingException("'" + file + "' is damaged at byte "
                + (payloadOfFrame - RecordingFormat.FRAME_HEADER_BYTES) + ": " + cause.getMessage());
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private void readPrefetched(long position, byte[] bytes, int count) throws IOException {
        if (count > prefetched.length) {
            readFully(position, bytes, count);
            return;
        }
        if (position < prefetchedFrom || position + count > prefetchedFrom + prefetchedBytes) {
            int available = (int) Math.min(prefetched.length, size - position);
            prefetchedBytes = 0;
            readFully(position, prefetched, available);
            prefetchedFrom = position;
            prefetchedBytes = available;
        }
        System.arraycopy(prefetched, (int) (position - prefetchedFrom), bytes, 0, count);
    }

    private void readFully(long position, byte[] bytes, int count) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes, 0, count);
        while (buffer.hasRemaining()) {
            if (channel.read(buffer, position + buffer.position()) < 0) {
                throw new RecordingException("'" + file + "' was cut while it was being read");
            }
        }
    }
}
