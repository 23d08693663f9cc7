// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.context;

import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** The texts of prepared statements, by their objects, which are held weakly. A newer statement may replace an older one. */
final class PreparedTexts {
    private static final int SLOTS = 1 << 13;
    private static final int PROBES = 8;
    private static final AtomicReferenceArray<@Nullable Entry> ENTRIES = new AtomicReferenceArray<>(SLOTS);

    private PreparedTexts() {}

    static void put(Object statement, String sql) {
        Entry entry = new Entry(statement, sql);
        int first = slot(statement);
        for (int i = 0; i < PROBES; i++) {
            int slot = first + i & SLOTS - 1;
            Entry before = ENTRIES.get(slot);
            Object owner = before == null ? null : before.get();
            if (owner == null || owner == statement) {
                ENTRIES.set(slot, entry);
                return;
            }
        }
        ENTRIES.set(first, entry);
    }

    /** Returns the entry of a statement; null if the statement was prepared before the tracer, or was replaced. */
    static @Nullable Entry get(Object statement) {
        int first = slot(statement);
        for (int i = 0; i < PROBES; i++) {
            Entry entry = ENTRIES.get(first + i & SLOTS - 1);
            if (entry != null && entry.refersTo(statement)) {
                return entry;
            }
        }
        return null;
    }

    static void clear() {
        for (int i = 0; i < SLOTS; i++) {
            ENTRIES.set(i, null);
        }
    }

    /* The object's own hashCode and equals may be anything. */
    private static int slot(Object statement) {
        return System.identityHashCode(statement) * 0x9e3779b9 >>> 19;
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
