// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

import java.util.Arrays;

/** How often each name is open on a deep track. Open addressing over two arrays; a name that was met once stays in the table. */
final class NameCounts {
    private static final int ABSENT = -1;

    private int[] names = emptyNames(2048);
    private int[] counts = new int[2048];
    private int size;

    void add(int nameIndex, int difference) {
        int slot = slotOf(nameIndex);
        if (names[slot] == ABSENT) {
            names[slot] = nameIndex;
            counts[slot] = 0;
            size++;
        }
        counts[slot] += difference;
        if (size * 2 > names.length) {
            grow();
        }
    }

    boolean contains(int nameIndex) {
        int slot = slotOf(nameIndex);
        return names[slot] == nameIndex && counts[slot] > 0;
    }

    private int slotOf(int nameIndex) {
        int mask = names.length - 1;
        int slot = (int) ((nameIndex * 0x9E3779B97F4A7C15L) >>> 33) & mask;
        while (names[slot] != nameIndex && names[slot] != ABSENT) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private void grow() {
        int[] oldNames = names;
        int[] oldCounts = counts;
        names = emptyNames(oldNames.length * 2);
        counts = new int[names.length];
        for (int i = 0; i < oldNames.length; i++) {
            if (oldNames[i] != ABSENT) {
                int slot = slotOf(oldNames[i]);
                names[slot] = oldNames[i];
                counts[slot] = oldCounts[i];
            }
        }
    }

    private static int[] emptyNames(int length) {
        int[] names = new int[length];
        Arrays.fill(names, ABSENT);
        return names;
    }
}
