// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.callback;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A cache of what was found out from {@link TypeHeaders}, by loader and name. What follows from headers that were all
 * found holds for ever; the rest until a type may have become known. May be used by several threads.
 */
final class TypeResults<V> {
    private final TypeHeaders headers;
    private final LoaderMap<Map<String, Result<V>>> byLoader = new LoaderMap<>();

    TypeResults(TypeHeaders headers) {
        this.headers = headers;
    }

    private record Result<V>(V value, int validity) {}

    /** Returns the result for a name; null if there is none that holds. */
    @Nullable
    V get(ClassLoader loader, String name) {
        Map<String, Result<V>> ofLoader = byLoader.get(loader);
        Result<V> known = ofLoader == null ? null : ofLoader.get(name);
        return known != null && headers.holds(known.validity) ? known.value : null;
    }

    /** @param validity {@link TypeHeaders#validity} of the result */
    void put(ClassLoader loader, String name, V value, int validity) {
        Map<String, Result<V>> ofLoader = byLoader.get(loader);
        if (ofLoader == null) {
            ofLoader = byLoader.add(loader, new ConcurrentHashMap<>());
        }
        ofLoader.put(name, new Result<>(value, validity));
    }
}
