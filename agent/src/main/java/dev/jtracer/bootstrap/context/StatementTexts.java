// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.context;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The name ids of the latest texts of statements, which saves masking a text again: it is a pass over all characters,
 * and programs execute the same texts again. A newer text replaces an older one of the same slot.
 */
final class StatementTexts {
    /** Together with {@link #MOST_CHARACTERS} at most 1 MB of the application's heap. */
    private static final int SLOTS = 512;

    /** Length of the longest text that is retained as it is. */
    static final int MOST_CHARACTERS = 2_000;

    private static final AtomicReferenceArray<@Nullable Text> TEXTS = new AtomicReferenceArray<>(SLOTS);

    /** A text and the id of its name. */
    private static final class Text {
        final String sql;
        final int nameId;

        Text(String sql, int nameId) {
            this.sql = sql;
            this.nameId = nameId;
        }
    }

    private StatementTexts() {}

    static void clear() {
        for (int i = 0; i < SLOTS; i++) {
            TEXTS.set(i, null);
        }
    }

    /** Returns the id of the name of a statement; 0 if there is none. */
    static int id(String sql) {
        if (sql.length() > MOST_CHARACTERS) {
            return ContextNames.STATEMENTS.of(SqlText.masked(sql));
        }
        int hash = sql.hashCode();
        int slot = (hash ^ hash >>> 16) & SLOTS - 1;
        Text known = TEXTS.get(slot);
        if (known != null && known.sql.equals(sql)) {
            return known.nameId;
        }
        int id = ContextNames.STATEMENTS.of(SqlText.masked(sql));
        if (ContextNames.STATEMENTS.isOfText(id)) { // others are counted each time
            TEXTS.set(slot, new Text(sql, id));
        }
        return id;
    }
}
