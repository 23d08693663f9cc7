// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.bench;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The figures from the forks of each flavour. */
final class Samples {
    private final Map<Flavour, List<Double>> values = new EnumMap<>(Flavour.class);

    void add(Flavour flavour, double value) {
        values.computeIfAbsent(flavour, key -> new ArrayList<>()).add(value);
    }

    Sample of(Flavour flavour) {
        return Sample.of(values.getOrDefault(flavour, List.of()));
    }

    double median(Flavour flavour) {
        return of(flavour).median();
    }

    /** Returns the flavours measured so far. */
    Set<Flavour> flavours() {
        return values.keySet();
    }
}
