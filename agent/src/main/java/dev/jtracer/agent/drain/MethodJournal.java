// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.drain;

import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.jtr.MethodNames;
import dev.jtracer.engine.jtr.RecordedName;
import org.jspecify.annotations.Nullable;

/**
 * The names of woven methods on their way into the recording. The thread that loads a class stores them in memory;
 * the tracer's thread writes them before any record that uses them.
 */
public final class MethodJournal implements MethodNames {
    /* The thread that loads a class never waits for a disk: it holds the class loader's lock, and the lock of the
     * table that numbers methods. Until then the names are in the log, which survives the process as records do. */
    private final StringTable names;
    private volatile @Nullable NameLog log;

    public MethodJournal(StringTable names) {
        this.names = names;
        RecordedName.of(""); // loads the class, which registered must not do while a class is being loaded
    }

    /** Adds the names of methods {@code firstId}, {@code firstId + 1} and so on, which must not be in use yet. */
    public void registered(int firstId, String[] methodNames) {
        for (int i = 0; i < methodNames.length; i++) {
            RecordedName.of(methodNames[i]).put(names, firstId + i);
        }
        // After the table: a name in the log when it is cleared must have been in the table when that was written.
        NameLog current = log;
        if (current != null) {
            current.append(firstId, methodNames);
        }
    }

    /** Keeps further names in this log until they are written. */
    public void log(NameLog next) {
        log = next;
    }

    @Override
    public int size() {
        return names.size();
    }

    @Override
    public String name(int id) {
        return RecordedName.of(names, id).text();
    }

    @Override
    public void writing() {
        NameLog current = log;
        if (current != null) {
            current.turn();
        }
    }

    @Override
    public void written() {
        NameLog current = log;
        if (current != null) {
            current.clearOlder();
        }
    }
}
