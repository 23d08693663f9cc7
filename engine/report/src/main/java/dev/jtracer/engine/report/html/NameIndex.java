// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report.html;

import dev.jtracer.engine.text.ShortNames;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The names of a page, each written once and referred to by its index. */
final class NameIndex {
    private final Map<String, Integer> indexes = new LinkedHashMap<>();

    /** Returns the index of a name. */
    int of(String name) {
        return indexes.computeIfAbsent(name, added -> indexes.size());
    }

    List<String> names() {
        return List.copyOf(indexes.keySet());
    }

    /** Returns for each name how many characters at its start its short form omits. */
    List<Integer> cuts() {
        ShortNames shortNames = new ShortNames(indexes.keySet());
        return indexes.keySet().stream()
                .map(name -> name.length() - shortNames.apply(name).length())
                .toList();
    }
}
