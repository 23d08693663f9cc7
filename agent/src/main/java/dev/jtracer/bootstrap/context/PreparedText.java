// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.context;

import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/** The text of a prepared statement, found by the statement's object. */
final class PreparedText extends WeakReference<Object> {
    private static final WeakTable<PreparedText> BY_STATEMENT = new WeakTable<>();

    final String sql;
    /** Id of its name; 0 until the statement is executed. */
    int nameId;

    private PreparedText(Object statement, String sql) {
        super(statement);
        this.sql = sql;
    }

    static void put(Object statement, String sql) {
        BY_STATEMENT.put(statement, new PreparedText(statement, sql));
    }

    /** Returns the text of a statement; null if the statement was prepared before the tracer, or was replaced. */
    static @Nullable PreparedText get(Object statement) {
        return BY_STATEMENT.get(statement);
    }

    static void forgetAll() {
        BY_STATEMENT.clear();
    }
}
