// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.merge;

import dev.jtracer.engine.handler.totals.Histogram;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;

/** A reader of the bytes of a {@link PartialOutput}, which need not be trusted: every value is checked before use. */
public final class PartialInput {
    /** Limit of inflated bytes: a report on a million methods takes less. A forged one cannot take more. */
    private static final int MOST_BYTES = 1 << 29;

    private final byte[] bytes;
    private final String what;
    private final String remedy;
    private int position;

    /**
     * @param what what the bytes are, for messages
     * @param remedy what to do if they are damaged
     */
    public PartialInput(byte[] bytes, String what, String remedy) {
        this.bytes = bytes;
        this.what = what;
        this.remedy = remedy;
    }

    /** Returns eight bits, 0 to 255. */
    public int readByte() throws PartialFormatException {
        if (position == bytes.length) {
            throw damaged("it ends in the middle");
        }
        return bytes[position++] & 0xff;
    }

    /** Returns a number that {@link PartialOutput#writeUnsigned} wrote. */
    public long readUnsigned() throws PartialFormatException {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            int next = readByte();
            value |= (next & 0x7fL) << shift;
            if (next < 0x80) {
                return value;
            }
        }
        throw damaged("a number is too long");
    }

    /** Returns a number that {@link PartialOutput#writeSigned} wrote. */
    public long readSigned() throws PartialFormatException {
        long value = readUnsigned();
        return (value >>> 1) ^ -(value & 1);
    }

    /** Returns a count, at least 0. */
    public long readCount() throws PartialFormatException {
        long count = readUnsigned();
        require(count >= 0, "a count is negative");
        return count;
    }

    /**
     * Returns a number of items that follow. Each takes a byte at least, so a forged count cannot force a large
     * allocation.
     */
    public int readLength() throws PartialFormatException {
        long length = readUnsigned();
        require(length >= 0 && length <= bytes.length - position, "it says that there is more than there is");
        return (int) length;
    }

    /** Returns an index below a bound. */
    public int readIndex(int bound) throws PartialFormatException {
        long index = readUnsigned();
        require(index >= 0 && index < bound, "it refers to something that is not there");
        return (int) index;
    }

    public String readText() throws PartialFormatException {
        int length = readLength();
        String text = new String(bytes, position, length, StandardCharsets.UTF_8);
        position += length;
        return text;
    }

    /** Returns a histogram that {@link PartialOutput#writeHistogram} wrote. */
    public Histogram readHistogram() throws PartialFormatException {
        Histogram histogram = new Histogram();
        int used = readLength();
        int next = 0;
        for (int i = 0; i < used; i++) {
            int bucket = next + readIndex(Histogram.BUCKETS - next);
            long count = readCount();
            require(count > 0, "an empty bucket");
            histogram.addToBucket(bucket, count);
            next = bucket + 1;
        }
        return histogram;
    }

    /** Returns a reader of what the rest is when inflated, see {@link Coding#deflated}. */
    PartialInput inflated() throws PartialFormatException {
        byte[] inflated = {};
        try (GZIPInputStream in =
                new GZIPInputStream(new ByteArrayInputStream(bytes, position, bytes.length - position))) {
            inflated = in.readNBytes(MOST_BYTES);
            require(in.read() < 0, "it is too large");
        } catch (PartialFormatException e) {
            throw e;
        } catch (IOException e) {
            require(false, "its checksum is wrong, or it ends in the middle");
        }
        return new PartialInput(inflated, what, remedy);
    }

    /** Throws an exception unless all bytes have been read. */
    public void requireEnd() throws PartialFormatException {
        require(position == bytes.length, "something follows its end");
    }

    /** Throws an exception that names a complaint unless a condition holds. */
    public void require(boolean holds, String complaint) throws PartialFormatException {
        if (!holds) {
            throw damaged(complaint);
        }
    }

    private PartialFormatException damaged(String complaint) {
        return new PartialFormatException(
                "damaged " + what + " at byte " + position + " of " + bytes.length + ": " + complaint + "; " + remedy);
    }
}
