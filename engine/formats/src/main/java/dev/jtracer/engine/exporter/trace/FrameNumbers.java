// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.trace;

import dev.jtracer.engine.event.ByIndex;
import dev.jtracer.engine.event.StringTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Numbers from 0 for names, in the order of their first use. Equal names share a number. */
public final class FrameNumbers {
    private final Map<String, Integer> byName = new HashMap<>();
    private final List<String> names = new ArrayList<>();
    private final ByIndex<Integer> byIndex;

    public FrameNumbers(StringTable table) {
        this.byIndex = new ByIndex<>(index -> of(table.get(index)));
    }

    public int of(int nameIndex) {
        return byIndex.made(nameIndex);
    }

    /** Returns the number of a name that may not be in the table. */
    public int of(String name) {
        return byName.computeIfAbsent(name, added -> {
            names.add(added);
            return names.size() - 1;
        });
    }

    public List<String> names() {
        return names;
    }
}
