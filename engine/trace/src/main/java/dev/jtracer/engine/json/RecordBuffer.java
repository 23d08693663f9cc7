// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.json;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * A buffer of whole records of text, written in large blocks, so that the file always ends with a complete record.
 * Allocates nothing per record. Not safe for use by several threads.
 */
public final class RecordBuffer {
    /** Length in bytes of the longest time or number. */
    public static final int MAX_NUMBER_LENGTH = 20 + 4;

    private static final int CAPACITY = 1 << 16;
    private static final int MAX_HEX_LENGTH = 16;
    private static final byte[] TWO_DIGITS = twoDigits();
    private static final byte[] HEX_DIGITS = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private final OutputStream out;
    private byte[] bytes = new byte[CAPACITY];
    private int position;
    private long flushedBytes;

    /** Creates a buffer for an output, which it never closes. */
    public RecordBuffer(OutputStream out) {
        this.out = out;
    }

    /**
     * Makes room for the next record. {@code length} is that of its byte arrays; room for a time or number and two
     * hexadecimal numbers is added.
     */
    public void beginRecord(int length) throws IOException {
        int needed = length + MAX_NUMBER_LENGTH + 2 * MAX_HEX_LENGTH;
        if (bytes.length - position < needed) {
            flush();
            if (bytes.length < needed) {
                bytes = new byte[needed];
            }
        }
    }

    /** Appends bytes, for which {@link #beginRecord} has made room. */
    public void put(byte[] part) {
        System.arraycopy(part, 0, bytes, position, part.length);
        position += part.length;
    }

    /** Writes a time in nanoseconds, which must not be negative, as microseconds with exactly three decimals. */
    public void putMicros(long nanos) {
        long micros = nanos / 1000;
        int fraction = (int) (nanos - micros * 1000);
        byte[] bytes = this.bytes;
        int end = position + digits(micros);
        int at = end;
        while (micros >= 100) {
            long rest = micros / 100;
            int pair = (int) (micros - rest * 100) * 2;
            bytes[--at] = TWO_DIGITS[pair + 1];
            bytes[--at] = TWO_DIGITS[pair];
            micros = rest;
        }
        int pair = (int) micros * 2;
        bytes[--at] = TWO_DIGITS[pair + 1];
        if (micros >= 10) {
            bytes[--at] = TWO_DIGITS[pair];
        }
        int lastTwo = fraction % 100 * 2;
        bytes[end] = '.';
        bytes[end + 1] = (byte) ('0' + fraction / 100);
        bytes[end + 2] = TWO_DIGITS[lastTwo];
        bytes[end + 3] = TWO_DIGITS[lastTwo + 1];
        position = end + 4;
    }

    /** Writes a time in nanoseconds, which must not be negative, as milliseconds with exactly six decimals. */
    public void putMillis(long nanos) {
        long millis = nanos / 1_000_000;
        int fraction = (int) (nanos - millis * 1_000_000);
        putNumber(millis);
        bytes[position++] = '.';
        for (int scale = 10_000; scale > 0; scale /= 100) {
            int pair = fraction / scale % 100 * 2;
            bytes[position++] = TWO_DIGITS[pair];
            bytes[position++] = TWO_DIGITS[pair + 1];
        }
    }

    /** Writes an unsigned number of 64 bits in hexadecimal digits without leading zeros. */
    public void putHex(long number) {
        int shift = Math.max(0, 63 - Long.numberOfLeadingZeros(number)) & ~3;
        for (; shift >= 0; shift -= 4) {
            bytes[position++] = HEX_DIGITS[(int) (number >>> shift) & 15];
        }
    }

    /** Writes a whole number, which must not be negative. */
    public void putNumber(long number) {
        int end = position + digits(number);
        long rest = number;
        for (int at = end - 1; at >= position; at--) {
            long tenth = rest / 10;
            bytes[at] = (byte) ('0' + (rest - tenth * 10));
            rest = tenth;
        }
        position = end;
    }

    /** Writes all buffered data to the output, without flushing the output. */
    public void flush() throws IOException {
        out.write(bytes, 0, position);
        flushedBytes += position;
        position = 0;
    }

    /** Returns the number of bytes so far, flushed or not. */
    public long size() {
        return flushedBytes + position;
    }

    private static int digits(long value) {
        int digits = 1;
        for (long limit = 10; value >= limit && digits < 19; limit *= 10) {
            digits++;
        }
        return digits;
    }

    private static byte[] twoDigits() {
        StringBuilder pairs = new StringBuilder(200);
        for (int i = 0; i < 100; i++) {
            pairs.append((char) ('0' + i / 10)).append((char) ('0' + i % 10));
        }
        return pairs.toString().getBytes(StandardCharsets.US_ASCII);
    }
}
