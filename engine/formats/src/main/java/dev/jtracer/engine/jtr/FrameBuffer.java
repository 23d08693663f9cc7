// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;

/** Builder of frames, one after the other, in a reused array that grows to the size of the largest. */
public final class FrameBuffer {
    private static final int MAX_VARINT_BYTES = 10;

    private final CRC32C check = new CRC32C();
    private byte[] bytes = new byte[1 << 16];
    private int size;

    /** Begins a frame of this type, as in {@link RecordingFormat}. */
    public void begin(byte type) {
        bytes[0] = type;
        size = RecordingFormat.FRAME_HEADER_BYTES;
    }

    /** Completes the frame and returns it as bytes to write, valid until {@link #begin}. */
    public ByteBuffer end() {
        boolean isChunk = bytes[0] == RecordingFormat.CHUNK;
        int end = size;
        if (isChunk) {
            reserve(Integer.BYTES);
            size += Integer.BYTES;
        }
        ByteBuffer frame = ByteBuffer.wrap(bytes, 0, size).order(ByteOrder.LITTLE_ENDIAN);
        frame.putInt(Byte.BYTES, size - RecordingFormat.FRAME_HEADER_BYTES);
        if (isChunk) {
            int outlined = (frame.getInt(end - RecordingFormat.OUTLINE_NUMBERS_BYTES) & 0xffff)
                    + RecordingFormat.OUTLINE_NUMBERS_BYTES;
            checkStart();
            check.update(
                    bytes,
                    RecordingFormat.FRAME_HEADER_BYTES,
                    Math.min(RecordingFormat.CHUNK_HEAD_BYTES, end - RecordingFormat.FRAME_HEADER_BYTES));
            check.update(bytes, end - outlined, outlined);
            frame.putInt(end, (int) check.getValue());
        }
        checkStart();
        check.update(bytes, RecordingFormat.FRAME_HEADER_BYTES, size - RecordingFormat.FRAME_HEADER_BYTES);
        return frame.putInt(RecordingFormat.FRAME_START_BYTES, (int) check.getValue());
    }

    private void checkStart() {
        check.reset();
        check.update(bytes, 0, RecordingFormat.FRAME_START_BYTES);
    }

    FrameBuffer varint(long value) {
        reserve(MAX_VARINT_BYTES);
        size = putVarint(bytes, size, value);
        return this;
    }

    FrameBuffer signed(long value) {
        return varint(value << 1 ^ value >> 63);
    }

    FrameBuffer string(String value) {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        varint(utf8.length);
        reserve(utf8.length);
        System.arraycopy(utf8, 0, bytes, size, utf8.length);
        size += utf8.length;
        return this;
    }

    /** Appends the names of methods {@code firstId}, {@code firstId + 1} and so on. */
    public FrameBuffer names(int firstId, List<String> names) {
        varint(firstId).varint(names.size());
        for (String name : names) {
            string(name);
        }
        return this;
    }

    /** Makes room for {@code more} bytes and returns the array, to be filled from {@link #size} on. */
    byte[] reserve(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
        }
        return bytes;
    }

    int size() {
        return size;
    }

    void size(int newSize) {
        size = newSize;
    }

    /** Writes an unsigned LEB128 number and returns the position behind it. */
    static int putVarint(byte[] bytes, int at, long value) {
        int position = at;
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            bytes[position++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[position++] = (byte) rest;
        return position;
    }
}
