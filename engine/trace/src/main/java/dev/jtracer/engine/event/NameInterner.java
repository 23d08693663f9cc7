// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A lookup of names in a {@link StringTable} by bytes or characters, which adds new names. The lookup of a known name
 * allocates nothing. Names beyond a limit share one entry, {@link #OTHER}. Not safe for use by several threads.
 */
public final class NameInterner {
    /** The name that all names beyond the limit share. */
    public static final String OTHER = "(other)";

    /* Open addressing over the names' UTF-8. The hash multiplies by two random numbers, eight bytes at a time, and
     * folds the upper half of each product into the lower, so that nobody can write a file of colliding names without
     * the numbers. */
    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int ABSENT = LongIntTable.ABSENT;
    private static final byte[] NO_KEY = {};

    private final StringTable table;
    private final int maxNames;
    private final long seed = ThreadLocalRandom.current().nextLong();
    private final long factor = ThreadLocalRandom.current().nextLong() | 1;
    private int[] slots = LongIntTable.emptyValues(1024);
    /* By index in the table. */
    private byte[][] keys = new byte[64][];
    private int[] hashes = new int[64];
    private byte[] scratch = new byte[128];
    private int count;
    private long bytesLeft;
    private int other = ABSENT;

    /**
     * Creates an interner with limits on its memory.
     *
     * @param maxNames limit of different names
     * @param maxBytes limit of the bytes of all different names in UTF-8
     */
    public NameInterner(StringTable table, int maxNames, long maxBytes) {
        this.table = table;
        this.maxNames = maxNames;
        this.bytesLeft = maxBytes;
        Arrays.fill(keys, NO_KEY);
    }

    /** Returns the index of a name. */
    public int index(String name) {
        return index(name.toCharArray(), 0, name.length());
    }

    /** Returns the index of the name in {@code chars}. */
    public int index(char[] chars, int offset, int length) {
        int bytes = encode(chars, offset, length);
        int slot = slot(scratch, 0, bytes);
        int known = slots[slot];
        return known != ABSENT ? known : add(slot, scratch, 0, bytes, new String(chars, offset, length));
    }

    /** Returns the index of the name in {@code utf8}, which must be valid UTF-8. */
    public int index(byte[] utf8, int offset, int length) {
        int slot = slot(utf8, offset, length);
        int known = slots[slot];
        return known != ABSENT
                ? known
                : add(slot, utf8, offset, length, new String(utf8, offset, length, StandardCharsets.UTF_8));
    }

    /** Returns whether an index is that of {@link #OTHER}, which represents the names beyond the limit. */
    public boolean isOther(int index) {
        return index == other;
    }

    /** Returns the slot with the index of these bytes, or the empty slot where it belongs. */
    private int slot(byte[] bytes, int offset, int length) {
        int mask = slots.length - 1;
        int hash = hash(bytes, offset, length);
        int slot = hash & mask;
        for (int index = slots[slot]; index != ABSENT; index = slots[slot]) {
            if (hashes[index] == hash && matches(keys[index], bytes, offset, length)) {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private static boolean matches(byte[] key, byte[] bytes, int offset, int length) {
        return key.length == length && Arrays.equals(key, 0, length, bytes, offset, offset + length);
    }

    private int add(int slot, byte[] bytes, int offset, int length, String name) {
        if (count >= maxNames || length > bytesLeft) {
            return other();
        }
        bytesLeft -= length;
        int index = table.add(name);
        if (index >= keys.length) {
            int before = keys.length;
            keys = Arrays.copyOf(keys, Math.max(index + 1, before * 2));
            Arrays.fill(keys, before, keys.length, NO_KEY);
            hashes = Arrays.copyOf(hashes, keys.length);
        }
        keys[index] = Arrays.copyOfRange(bytes, offset, offset + length);
        hashes[index] = hash(bytes, offset, length);
        slots[slot] = index;
        if (++count * 2 > slots.length) {
            grow();
        }
        return index;
    }

    private int other() {
        if (other == ABSENT) {
            other = table.add(OTHER);
        }
        return other;
    }

    private void grow() {
        int[] old = slots;
        slots = LongIntTable.emptyValues(old.length * 2);
        int mask = slots.length - 1;
        for (int index : old) {
            if (index != ABSENT) {
                int slot = hashes[index] & mask;
                while (slots[slot] != ABSENT) {
                    slot = (slot + 1) & mask;
                }
                slots[slot] = index;
            }
        }
    }

    private int hash(byte[] bytes, int offset, int length) {
        long hash = seed ^ length;
        int end = offset + length;
        int at = offset;
        for (; at + Long.BYTES <= end; at += Long.BYTES) {
            hash = fold(hash ^ (long) WORD.get(bytes, at));
        }
        if (at < end) {
            hash = fold(hash ^ lastWord(bytes, at, end));
        }
        return (int) (hash ^ (hash >>> 32));
    }

    private long fold(long word) {
        return (word * factor) ^ Math.multiplyHigh(word, factor);
    }

    private static long lastWord(byte[] bytes, int at, int end) {
        if (at + Long.BYTES <= bytes.length) {
            return (long) WORD.get(bytes, at) & (-1L >>> (Long.SIZE - Byte.SIZE * (end - at)));
        }
        long word = 0;
        for (int i = end - 1; i >= at; i--) {
            word = (word << Byte.SIZE) | (bytes[i] & 0xff);
        }
        return word;
    }

    /** Writes characters to the scratch bytes as UTF-8, a lone surrogate like a character. Returns their number. */
    private int encode(char[] chars, int offset, int length) {
        if (scratch.length < length * 3) {
            scratch = new byte[length * 3];
        }
        byte[] bytes = scratch;
        int at = 0;
        for (int i = offset; i < offset + length; i++) {
            int c = chars[i];
            if (Character.isHighSurrogate((char) c)
                    && i + 1 < offset + length
                    && Character.isLowSurrogate(chars[i + 1])) {
                c = Character.toCodePoint((char) c, chars[++i]);
            }
            if (c < 0x80) {
                bytes[at++] = (byte) c;
            } else {
                at = encodeLong(c, bytes, at);
            }
        }
        return at;
    }

    private static int encodeLong(int c, byte[] bytes, int start) {
        int at = start;
        if (c < 0x800) {
            bytes[at++] = (byte) (0xc0 | (c >> 6));
        } else {
            if (c < 0x10000) {
                bytes[at++] = (byte) (0xe0 | (c >> 12));
            } else {
                bytes[at++] = (byte) (0xf0 | (c >> 18));
                bytes[at++] = (byte) (0x80 | ((c >> 12) & 0x3f));
            }
            bytes[at++] = (byte) (0x80 | ((c >> 6) & 0x3f));
        }
        bytes[at++] = (byte) (0x80 | (c & 0x3f));
        return at;
    }
}
