// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.perfetto;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/**
 * A message in the wire format of protocol buffers, reused for successive messages. A field is a tag,
 * {@code number << 3 | type}, and a value: a varint (type 0), eight bytes, the lowest first (1), or a length and as
 * many bytes (2).
 */
final class ProtoMessage {
    private static final int VARINT = 0;
    private static final int FIXED_64 = 1;
    private static final int BYTES = 2;
    private static final int MAX_VARINT_LENGTH = 10;
    private static final int MAX_TAG_LENGTH = 5;

    private byte[] bytes = new byte[64];
    private int length;

    ProtoMessage clear() {
        length = 0;
        return this;
    }

    int length() {
        return length;
    }

    /** Writes an unsigned number; a negative one by its 64 bits, like {@code int64}. */
    ProtoMessage number(int field, long value) {
        reserve(MAX_TAG_LENGTH + MAX_VARINT_LENGTH);
        putVarint((long) field << 3 | VARINT);
        putVarint(value);
        return this;
    }

    ProtoMessage fixed64(int field, long value) {
        reserve(MAX_TAG_LENGTH + Long.BYTES);
        putVarint((long) field << 3 | FIXED_64);
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            bytes[length++] = (byte) (value >>> shift);
        }
        return this;
    }

    ProtoMessage decimal(int field, double value) {
        return fixed64(field, Double.doubleToRawLongBits(value));
    }

    /** Returns a string as UTF-8, or a message made before. */
    ProtoMessage bytes(int field, byte[] value) {
        return bytes(field, value, value.length);
    }

    ProtoMessage message(int field, ProtoMessage value) {
        return bytes(field, value.bytes, value.length);
    }

    private ProtoMessage bytes(int field, byte[] value, int valueLength) {
        reserve(MAX_TAG_LENGTH + MAX_VARINT_LENGTH + valueLength);
        putVarint((long) field << 3 | BYTES);
        putVarint(valueLength);
        System.arraycopy(value, 0, bytes, length, valueLength);
        length += valueLength;
        return this;
    }

    private void reserve(int needed) {
        if (bytes.length - length < needed) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + needed));
        }
    }

    private void putVarint(long value) {
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            bytes[length++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[length++] = (byte) rest;
    }

    byte[] toBytes() {
        return Arrays.copyOf(bytes, length);
    }

    void writeTo(OutputStream out) throws IOException {
        out.write(bytes, 0, length);
    }
}
