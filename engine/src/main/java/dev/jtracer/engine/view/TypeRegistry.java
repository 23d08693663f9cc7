// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.view;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The registered domain types. As in catapult, an event's type is found by the parts of its category, in their order, then
 * by its name, else it is the default. Not safe for use by several threads while types are registered.
 *
 * @param <T> class of the types
 */
public final class TypeRegistry<T> {
    private static final char CATEGORY_SEPARATOR = ',';

    private final T defaultType;
    private final Map<String, T> byCategoryPart = new HashMap<>();
    private final Map<String, T> byName = new HashMap<>();

    /** Creates a registry with the default type only. */
    public TypeRegistry(T defaultType) {
        this.defaultType = defaultType;
    }

    /**
     * Adds a type.
     *
     * @throws IllegalArgumentException if another type has one of the names or parts already; nothing is added then
     */
    public void register(TypeKey key, T type) {
        requireFree(key.categoryParts(), byCategoryPart, "category");
        requireFree(key.names(), byName, "name");
        key.categoryParts().forEach(part -> byCategoryPart.put(part, type));
        key.names().forEach(name -> byName.put(name, type));
    }

    private static void requireFree(Iterable<String> keys, Map<String, ?> taken, String what) {
        for (String key : keys) {
            if (taken.containsKey(key)) {
                throw new IllegalArgumentException(what + " '" + key + "' has a type already; register it once");
            }
        }
    }

    /** Returns the type for a category and a name. */
    public T find(String category, String name) {
        T type = byCategoryPart.isEmpty() ? null : findByCategory(category);
        return type != null ? type : byName.getOrDefault(name, defaultType);
    }

    private @Nullable T findByCategory(String category) {
        int start = 0;
        while (start <= category.length()) {
            int comma = category.indexOf(CATEGORY_SEPARATOR, start);
            int end = comma < 0 ? category.length() : comma;
            T type = byCategoryPart.get(category.substring(start, end).strip());
            if (type != null) {
                return type;
            }
            start = end + 1;
        }
        return null;
    }
}
