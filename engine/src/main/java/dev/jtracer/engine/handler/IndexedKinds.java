// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler;

import dev.jtracer.engine.event.StringTable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the names or categories of events mean to a handler. Each string is looked at once, so that an event costs one look
 * into a list and no comparison of strings.
 */
final class IndexedKinds<K> {
    private final Function<String, K> classifier;
    /** By index of the string; null until it is asked for. */
    private final List<@Nullable K> kinds = new ArrayList<>();

    IndexedKinds(Function<String, K> classifier) {
        this.classifier = classifier;
    }

    K of(int index, StringTable strings) {
        while (index >= kinds.size()) {
            kinds.add(null);
        }
        K kind = kinds.get(index);
        if (kind == null) {
            kind = classifier.apply(strings.get(index));
            kinds.set(index, kind);
        }
        return kind;
    }
}
