// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.spark.table;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.jspecify.annotations.Nullable;

/** Some rows of the table. */
final class SpanRows {
    /** Passing rows between the threads costs some microseconds: nothing for a thousand rows. */
    private static final int CAPACITY = 1024;

    private final @Nullable Object[][] values;
    private int size;

    SpanRows(int columns) {
        values = new Object[CAPACITY][columns];
    }

    /** Returns the values of the next row, to be set. */
    @Nullable
    Object[] next() {
        return values[size++];
    }

    boolean isFull() {
        return size == CAPACITY;
    }

    int size() {
        return size;
    }

    void clear() {
        size = 0;
    }

    /** Returns a row, valid until the next batch is asked for. */
    InternalRow row(int index) {
        return new GenericInternalRow(values[index]);
    }
}
