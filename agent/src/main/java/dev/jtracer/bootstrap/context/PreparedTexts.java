// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.context;

import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/** The texts of prepared statements, by their objects. */
final class PreparedTexts {
    private static final WeakTable<Entry> ENTRIES = new WeakTable<>();

    private PreparedTexts() {}

    static void put(Object statement, String sql) {
        ENTRIES.put(statement, new Entry(statement, sql));
    }

    /** Returns the entry of a statement; null if the statement was prepared before the tracer, or was replaced. */
    static @Nullable Entry get(Object statement) {
        return ENTRIES.get(statement);
    }

    static void clear() {
        ENTRIES.clear();
    }

    /** The text of one statement. */
    static final class Entry extends WeakReference<Object> {
        final String sql;
        /** Id of its name; 0 until the statement is executed. */
        int nameId;

        Entry(Object statement, String sql) {
            super(statement);
            this.sql = sql;
        }
    }
}
