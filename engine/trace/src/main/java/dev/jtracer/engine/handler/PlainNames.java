// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler;

import dev.jtracer.engine.event.ByIndex;
import dev.jtracer.engine.event.StringTable;
import java.util.HashMap;
import java.util.Map;

/**
 * One index for each name, for handlers to which the pass site of a callback makes no difference. Not safe for use by
 * several threads.
 */
public final class PlainNames {
    private final StringTable table;
    private final Map<String, Integer> indexes = new HashMap<>();
    private final ByIndex<Integer> plain = new ByIndex<>();

    public PlainNames(StringTable table) {
        this.table = table;
    }

    /** Returns the index that all indexes with the same name share. */
    public int of(int nameIndex) {
        Integer known = plain.get(nameIndex);
        return known != null
                ? known
                : plain.put(nameIndex, indexes.computeIfAbsent(table.get(nameIndex), name -> nameIndex));
    }
}
