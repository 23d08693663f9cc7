// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

import java.util.Arrays;

/**
 * Finds the index of a name in a {@link StringTable} from its characters, adding it when it is new. A name that is known
 * costs no allocation. Not safe for use by several threads.
 */
public final class NameInterner {
    private static final int ABSENT = -1;

    private final StringTable table;
    private int[] slots = emptySlots(1024);
    private int count;

    public NameInterner(StringTable table) {
        this.table = table;
    }

    /** The index of a name. */
    public int index(String name) {
        return index(name.toCharArray(), 0, name.length());
    }

    /** The index of the name that stands in {@code chars}. */
    public int index(char[] chars, int offset, int length) {
        int mask = slots.length - 1;
        int slot = hash(chars, offset, length) & mask;
        for (int index = slots[slot]; index != ABSENT; index = slots[slot]) {
            if (matches(table.get(index), chars, offset, length)) {
                return index;
            }
            slot = (slot + 1) & mask;
        }
        int index = table.add(new String(chars, offset, length));
        slots[slot] = index;
        if (++count * 2 > slots.length) {
            grow();
        }
        return index;
    }

    private void grow() {
        int[] old = slots;
        slots = emptySlots(old.length * 2);
        int mask = slots.length - 1;
        for (int index : old) {
            if (index != ABSENT) {
                char[] chars = table.get(index).toCharArray();
                int slot = hash(chars, 0, chars.length) & mask;
                while (slots[slot] != ABSENT) {
                    slot = (slot + 1) & mask;
                }
                slots[slot] = index;
            }
        }
    }

    private static int hash(char[] chars, int offset, int length) {
        int hash = length;
        for (int i = offset; i < offset + length; i++) {
            hash = hash * 31 + chars[i];
        }
        return ((hash ^ (hash >>> 15)) * 0x9E3779B1) >>> 1;
    }

    private static boolean matches(String name, char[] chars, int offset, int length) {
        if (name.length() != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (name.charAt(i) != chars[offset + i]) {
                return false;
            }
        }
        return true;
    }

    private static int[] emptySlots(int length) {
        int[] slots = new int[length];
        Arrays.fill(slots, ABSENT);
        return slots;
    }
}
