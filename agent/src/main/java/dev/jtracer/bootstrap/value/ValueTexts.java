// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.value;

import dev.jtracer.bootstrap.LossCounters;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The ids of the texts of arguments and results. Bounded, because a recording never releases its names. */
public final class ValueTexts {
    /** Number of different texts; calls with any further text have none. */
    static final int MOST = 20_000;

    /** Characters of all texts. The agent keeps two more copies: they take up to 12 MB of the application's heap. */
    static final int MOST_CHARACTERS = 2_000_000;

    /** The table of the connected agent; null while there is none. */
    private static volatile @Nullable ValueTexts present;

    private final Namer namer;
    private final ConcurrentHashMap<String, Integer> ids = new ConcurrentHashMap<>();
    private final AtomicLong characters = new AtomicLong();

    private ValueTexts(Namer namer) {
        this.namer = namer;
    }

    /** The assignment of ids to texts, by the agent. */
    public interface Namer {
        /** Returns the id of a text; 0 if none is left. */
        int id(String text);
    }

    /** Begins an empty table; with null there is none. */
    static void namer(@Nullable Namer namer) {
        present = namer == null ? null : new ValueTexts(namer);
    }

    /** Returns the id of a text; 0 if there is no room for it. */
    static int of(String text) {
        ValueTexts texts = present;
        return texts == null ? 0 : texts.id(text);
    }

    private int id(String text) {
        // No thread holds a buffer of the recorder here, so the map's monitors may unmount a virtual thread.
        Integer known = ids.get(text);
        if (known != null) {
            return known;
        }
        boolean isFull = ids.size() >= MOST || characters.get() + text.length() > MOST_CHARACTERS;
        int id = isFull ? 0 : namer.id(text);
        if (id == 0) {
            LossCounters.textDropped();
        } else if (ids.putIfAbsent(text, id) == null) {
            characters.getAndAdd(text.length());
        }
        return id;
    }
}
