// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.merge;

import dev.jtracer.engine.handler.totals.Histogram;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** A writer of numbers as varints: seven bits a byte, the lowest first; the top bit is set if more follow. */
public final class PartialOutput {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024);

    public PartialOutput() {}

    /** Writes the lowest eight bits of a number. */
    public void writeByte(int value) {
        bytes.write(value);
    }

    /** Writes a number that is seldom large; below 0 it takes ten bytes. */
    public void writeUnsigned(long value) {
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            writeByte((int) (rest & 0x7f) | 0x80);
            rest >>>= 7;
        }
        writeByte((int) rest);
    }

    /** Writes a number that is as often below 0 as above: 0, -1, 1, -2 become 0, 1, 2, 3. */
    public void writeSigned(long value) {
        writeUnsigned((value << 1) ^ (value >> 63));
    }

    /** Writes the length of a text in UTF-8, then the text. */
    public void writeText(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        writeUnsigned(utf8.length);
        bytes.writeBytes(utf8);
    }

    /** Writes the number of a histogram's buckets, then each as its distance from the previous one and its count. */
    public void writeHistogram(Histogram histogram) {
        int[] used = {0};
        histogram.forEachBucket((bucket, values) -> used[0]++);
        writeUnsigned(used[0]);
        int[] next = {0};
        histogram.forEachBucket((bucket, values) -> {
            writeUnsigned(bucket - next[0]);
            writeUnsigned(values);
            next[0] = bucket + 1;
        });
    }

    /** Returns what was written, as a copy. */
    public byte[] toBytes() {
        return bytes.toByteArray();
    }
}
