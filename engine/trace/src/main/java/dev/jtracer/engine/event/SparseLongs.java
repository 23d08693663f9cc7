// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

import java.util.Arrays;

/**
 * A column of numbers that most traces do not need. It takes no memory until a number differs from the default. Not
 * safe for use by several threads.
 */
public final class SparseLongs {
    private final long usual;
    private long[] values = {};

    /** @param usual the default */
    public SparseLongs(long usual) {
        this.usual = usual;
    }

    /** Sets the number of an index, from 0 on. */
    public void set(int index, long value) {
        if (index >= values.length) {
            if (value == usual) {
                return;
            }
            int before = values.length;
            values = Arrays.copyOf(values, Math.max(index + 1, before * 2));
            Arrays.fill(values, before, values.length, usual);
        }
        values[index] = value;
    }

    /** Returns an upper bound of the indexes with another number than the default, exclusive. */
    public int size() {
        return values.length;
    }

    /** Returns the number of an index; the default if none was set. */
    public long get(int index) {
        return index < values.length ? values[index] : usual;
    }
}
