// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome.write;

import java.util.HashMap;
import java.util.Map;

/** The names of threads' rows. Viewers merge rows of one name, so the second thread of a name gets the number 2. */
public final class RowNames {
    static final String MAIN_THREAD = "main";

    private final Map<Key, Map<Long, String>> namesByThread = new HashMap<>();

    private record Key(long pid, String name) {}

    /** Creates names of no thread yet. */
    public RowNames() {}

    /** Returns the name of a thread's row, the same each time. */
    public String of(long pid, long tid, String name) {
        // Without lambdas, whose classes a JVM that ends would make first.
        Key key = new Key(pid, name);
        Map<Long, String> ofName = namesByThread.get(key);
        if (ofName == null) {
            ofName = new HashMap<>();
            namesByThread.put(key, ofName);
        }
        String row = ofName.get(tid);
        if (row == null) {
            row = ofName.isEmpty() ? name : name + " (" + (ofName.size() + 1) + ")";
            ofName.put(tid, row);
        }
        return row;
    }
}
