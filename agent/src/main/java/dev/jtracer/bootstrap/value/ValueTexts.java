// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.value;

import dev.jtracer.bootstrap.LossCounters;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The ids of the texts of arguments and results: a bounded table, because the names of a recording are never given back. */
public final class ValueTexts {
    /** Number of different texts; calls with any further text have none. */
    static final int MOST = 20_000;

    private static final ConcurrentHashMap<String, Integer> IDS = new ConcurrentHashMap<>();
    private static volatile @Nullable Namer namer;

    private ValueTexts() {}

    /** The assignment of ids to texts, by the agent. */
    public interface Namer {
        /** Returns the id of a text; 0 if none is left. */
        int id(String text);
    }

    static void namer(@Nullable Namer present) {
        namer = present;
        IDS.clear();
    }

    /** Returns the id of a text; 0 if there is no room for it. */
    static int of(String text) {
        // No thread holds a buffer of the recorder here, so the map's monitors may unmount a virtual thread.
        Integer known = IDS.get(text);
        if (known != null) {
            return known;
        }
        Namer present = namer;
        int id = present == null || IDS.size() >= MOST ? 0 : present.id(text);
        if (id == 0) {
            if (present != null) {
                LossCounters.textLeftOut();
            }
            return 0;
        }
        IDS.put(text, id);
        return id;
    }
}
