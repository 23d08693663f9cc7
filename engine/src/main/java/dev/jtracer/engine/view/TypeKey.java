// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.view;

import java.util.Set;

/**
 * The selection of a domain type's events: those whose category has one of these parts, and those with one of these names.
 *
 * @param names names of events; may be empty
 * @param categoryParts parts of a category, which is a list separated by commas; may be empty
 */
public record TypeKey(Set<String> names, Set<String> categoryParts) {
    public TypeKey {
        names = Set.copyOf(names);
        categoryParts = Set.copyOf(categoryParts);
        if (names.isEmpty() && categoryParts.isEmpty()) {
            throw new IllegalArgumentException("a type is for no name and no category; give it one of either");
        }
    }

    /** Returns a key for events with these names. */
    public static TypeKey names(String... names) {
        return new TypeKey(Set.of(names), Set.of());
    }

    /** Returns a key for events with one of these parts in their category. */
    public static TypeKey categoryParts(String... parts) {
        return new TypeKey(Set.of(), Set.of(parts));
    }
}
