// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler;

import dev.jtracer.engine.event.StringTable;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * One index for each name, for handlers to which the pass site of a callback makes no difference. Not safe for use by
 * several threads.
 */
public final class PlainNames {
    private static final int UNKNOWN = -1;

    private final StringTable table;
    private final Map<String, Integer> indexes = new HashMap<>();
    private int[] plain = {};

    public PlainNames(StringTable table) {
        this.table = table;
    }

    /** Returns the index that all indexes with the same name share. */
    public int of(int nameIndex) {
        int known = nameIndex < plain.length ? plain[nameIndex] : UNKNOWN;
        return known != UNKNOWN ? known : add(nameIndex);
    }

    private int add(int nameIndex) {
        if (nameIndex >= plain.length) {
            int before = plain.length;
            plain = Arrays.copyOf(plain, Math.max(nameIndex + 1, before * 2));
            Arrays.fill(plain, before, plain.length, UNKNOWN);
        }
        plain[nameIndex] = indexes.computeIfAbsent(table.get(nameIndex), name -> nameIndex);
        return plain[nameIndex];
    }
}
