// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr;

import java.nio.charset.StandardCharsets;

/** Reader of the fields of one frame's payload, with every step checked against the payload's end. */
public final class FrameCursor {
    private byte[] bytes = new byte[0];
    private int position;
    private int end;

    public void reset(byte[] source, int from, int to) {
        bytes = source;
        position = from;
        end = to;
    }

    public boolean hasMore() {
        return position < end;
    }

    int position() {
        return position;
    }

    /** Continues at another position, which a caller has checked. */
    void position(int next) {
        position = next;
    }

    int left() {
        return end - position;
    }

    byte next() throws RecordingException {
        if (position >= end) {
            throw new RecordingException("a frame ends too early");
        }
        return bytes[position++];
    }

    public long varint() throws RecordingException {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            byte b = next();
            value |= (long) (b & 0x7f) << shift;
            if (b >= 0) {
                return value;
            }
        }
        throw new RecordingException("a number has more than 64 bits");
    }

    public int intVarint() throws RecordingException {
        long value = varint();
        if (value < 0 || value > Integer.MAX_VALUE) {
            throw new RecordingException("a number of " + value + " where at most 2^31 - 1 can be");
        }
        return (int) value;
    }

    public long signed() throws RecordingException {
        long value = varint();
        return value >>> 1 ^ -(value & 1);
    }

    public String string() throws RecordingException {
        int length = intVarint();
        if (length > end - position) {
            throw new RecordingException("a text of " + length + " bytes reaches past its frame");
        }
        String value = new String(bytes, position, length, StandardCharsets.UTF_8);
        position += length;
        return value;
    }
}
