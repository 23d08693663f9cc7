// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.trace;

import dev.jtracer.engine.event.StringTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Numbers from 0 for names, in the order of their first use. Equal names share a number. */
public final class FrameNumbers {
    private static final int NEW = -1;

    private final StringTable table;
    private final Map<String, Integer> byName = new HashMap<>();
    private final List<String> names = new ArrayList<>();
    private int[] byIndex = new int[0];

    public FrameNumbers(StringTable table) {
        this.table = table;
    }

    public int of(int nameIndex) {
        int number = nameIndex < byIndex.length ? byIndex[nameIndex] : NEW;
        return number != NEW ? number : add(nameIndex);
    }

    private int add(int nameIndex) {
        if (nameIndex >= byIndex.length) {
            int before = byIndex.length;
            byIndex = Arrays.copyOf(byIndex, Math.max(nameIndex + 1, before * 2));
            Arrays.fill(byIndex, before, byIndex.length, NEW);
        }
        int number = of(table.get(nameIndex));
        byIndex[nameIndex] = number;
        return number;
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
