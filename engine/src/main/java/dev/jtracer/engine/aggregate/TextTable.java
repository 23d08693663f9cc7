// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.aggregate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** The texts of an encoded partial result, each once and sorted, so that equal results have equal bytes. */
final class TextTable {
    private final SortedSet<String> collected = new TreeSet<>();
    private final Map<String, Integer> indexes = new HashMap<>();
    private List<String> texts = List.of();

    /** Adds a text. Call it for every text before {@link #write}. */
    void add(String text) {
        collected.add(text);
    }

    void write(PartialOutput out) {
        texts = List.copyOf(collected);
        out.writeUnsigned(texts.size());
        for (String text : texts) {
            indexes.put(text, indexes.size());
            out.writeText(text);
        }
    }

    int index(String text) {
        Integer index = indexes.get(text);
        if (index == null) {
            throw new IllegalStateException("text '" + text + "' was not collected; please report this");
        }
        return index;
    }

    static TextTable read(PartialInput in) throws PartialFormatException {
        TextTable table = new TextTable();
        int count = in.readLength();
        table.texts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            table.texts.add(in.readText());
        }
        return table;
    }

    /** Reads an index and returns its text. */
    String readOne(PartialInput in) throws PartialFormatException {
        return texts.get(in.readIndex(texts.size()));
    }
}
