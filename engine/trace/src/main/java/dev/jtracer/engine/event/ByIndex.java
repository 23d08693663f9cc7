// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Values by the dense indexes of names or tracks. A lookup is a load from an array; only growth allocates. Not safe
 * for use by several threads.
 */
public final class ByIndex<T> {
    private final @Nullable IntFunction<? extends T> maker;
    private @Nullable Object[] values = new Object[64];

    public ByIndex() {
        this.maker = null;
    }

    /** @param maker makes a value that {@link #made} does not find */
    public ByIndex(IntFunction<? extends T> maker) {
        this.maker = maker;
    }

    /** Returns the value of an index; null if it has none. */
    @SuppressWarnings("unchecked") // put stores no other
    public @Nullable T get(int index) {
        return index < values.length ? (T) values[index] : null;
    }

    /** Returns the value of an index, made if it has none; the table must have a maker. */
    public T made(int index) {
        T value = get(index);
        return value != null ? value : put(index, Objects.requireNonNull(maker).apply(index));
    }

    /** Sets the value of an index, and returns the value. */
    public T put(int index, T value) {
        if (index >= values.length) {
            values = Arrays.copyOf(values, Math.max(index + 1, values.length * 2));
        }
        values[index] = value;
        return value;
    }

    /** Removes the value of an index that has one. */
    public void remove(int index) {
        values[index] = null;
    }

    /** Returns the values, in the order of their indexes. */
    @SuppressWarnings("unchecked") // put stores no other
    public List<T> values() {
        List<T> present = new ArrayList<>();
        for (Object value : values) {
            if (value != null) {
                present.add((T) value);
            }
        }
        return present;
    }
}
