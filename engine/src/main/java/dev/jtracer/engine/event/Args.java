// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object of an event: its members as {@code String}, {@code Long}, {@code Double}, {@code BigInteger},
 * {@code Boolean}, {@code null}, {@code List} and {@code Map}. Immutable at the top level.
 */
public final class Args {
    public static final Args EMPTY = new Args(Map.of());

    private final Map<String, @Nullable Object> members;

    private Args(Map<String, @Nullable Object> members) {
        this.members = members;
    }

    /** The members given, in their order. */
    public static Args of(Map<String, ? extends @Nullable Object> members) {
        return members.isEmpty() ? EMPTY : new Args(Collections.unmodifiableMap(new LinkedHashMap<>(members)));
    }

    public boolean isEmpty() {
        return members.isEmpty();
    }

    /** The text of a member; null when it is absent or not a string. */
    public @Nullable String text(String key) {
        return members.get(key) instanceof String text ? text : null;
    }

    /** The number of a member; null when it is absent or not a number. */
    public @Nullable Number number(String key) {
        return members.get(key) instanceof Number number ? number : null;
    }

    /** Whether a member is {@code true}. */
    public boolean flag(String key) {
        return Boolean.TRUE.equals(members.get(key));
    }

    /** A member that is itself an object; empty when it is absent or something else. */
    @SuppressWarnings("unchecked") // objects inside a tree are always maps with string keys
    public Args object(String key) {
        return members.get(key) instanceof Map<?, ?> map ? of((Map<String, @Nullable Object>) map) : EMPTY;
    }

    /** What user timings and jtracer's calls say about themselves; null when they say nothing. */
    public @Nullable String detail() {
        return text("detail");
    }

    public Map<String, @Nullable Object> asMap() {
        return members;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Args args && members.equals(args.members);
    }

    @Override
    public int hashCode() {
        return members.hashCode();
    }

    @Override
    public String toString() {
        return members.toString();
    }
}
