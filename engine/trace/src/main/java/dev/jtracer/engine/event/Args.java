// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object of an event: its members as {@code String}, {@code Long}, {@code Double}, {@code BigInteger},
 * {@code Boolean}, {@code null}, {@code List} and {@code Map}. Immutable at the top level; any thread may use it.
 */
public final class Args {
    public static final Args EMPTY = new Args(Map.of());

    /* One of the two is null. Threads that both make the first access each parse the text and get equal members. */
    private volatile @Nullable Supplier<? extends Map<String, @Nullable Object>> unread;
    private volatile @Nullable Map<String, @Nullable Object> members;

    private Args(Map<String, @Nullable Object> members) {
        this.members = members;
    }

    private Args(Supplier<? extends Map<String, @Nullable Object>> unread) {
        this.unread = unread;
    }

    /** Creates an object of these members, in their order. */
    public static Args of(Map<String, ? extends @Nullable Object> members) {
        return members.isEmpty() ? EMPTY : new Args(unmodifiable(members));
    }

    /**
     * Creates an object whose members are created at the first access, because most are never read.
     *
     * @param members supplier of the same, non-empty members; may be called by several threads at once
     */
    public static Args lazy(Supplier<? extends Map<String, @Nullable Object>> members) {
        return new Args(members);
    }

    private static Map<String, @Nullable Object> unmodifiable(Map<String, ? extends @Nullable Object> members) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(members));
    }

    public boolean isEmpty() {
        Map<String, @Nullable Object> known = members;
        return known != null && known.isEmpty();
    }

    /** Returns the text of a member; null if it is absent or not a string. */
    public @Nullable String text(String key) {
        return asMap().get(key) instanceof String text ? text : null;
    }

    /** Returns the text of a member; empty if it is absent or not a string. */
    public String textOrEmpty(String key) {
        return asMap().get(key) instanceof String text ? text : "";
    }

    /** Returns a member of any type as text; empty if it is absent. */
    public String asText(String key) {
        return Objects.toString(asMap().get(key), "");
    }

    /** Returns the number of a member; null if it is absent or not a number. */
    public @Nullable Number number(String key) {
        return asMap().get(key) instanceof Number number ? number : null;
    }

    /** Returns the number of a member without its fraction; 0 if it is absent or not a number. */
    public long longOrZero(String key) {
        return asMap().get(key) instanceof Number number ? number.longValue() : 0;
    }

    /** Returns whether a member is {@code true}. */
    public boolean flag(String key) {
        return Boolean.TRUE.equals(asMap().get(key));
    }

    /** Returns a member that is itself an object; empty if it is absent or not an object. */
    @SuppressWarnings("unchecked") // objects inside a tree are always maps with string keys
    public Args object(String key) {
        return asMap().get(key) instanceof Map<?, ?> map ? of((Map<String, @Nullable Object>) map) : EMPTY;
    }

    public Map<String, @Nullable Object> asMap() {
        Map<String, @Nullable Object> known = members;
        if (known != null) {
            return known;
        }
        Supplier<? extends Map<String, @Nullable Object>> source = unread;
        if (source != null) {
            members = unmodifiable(source.get());
            unread = null;
        }
        Map<String, @Nullable Object> read = members; // set by this thread, or by the thread that cleared the supplier
        return read == null ? Map.of() : read;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Args args && asMap().equals(args.asMap());
    }

    @Override
    public int hashCode() {
        return asMap().hashCode();
    }

    @Override
    public String toString() {
        return asMap().toString();
    }
}
