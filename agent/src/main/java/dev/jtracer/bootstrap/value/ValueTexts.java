// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.value;

import dev.jtracer.bootstrap.LossCounter;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** The ids of the texts of arguments and results. Bounded, because a recording never releases its names. */
final class ValueTexts {
    /** Number of different texts; calls with any further text have none. */
    static final int MOST = 20_000;

    /** Characters of all texts. The agent keeps two more copies: they take up to 12 MB of the application's heap. */
    static final int MOST_CHARACTERS = 2_000_000;

    /** The table of the connected agent; null while there is none. */
    private static volatile @Nullable ValueTexts present;

    private final ToIntFunction<String> namer;
    private final ConcurrentHashMap<String, Integer> ids = new ConcurrentHashMap<>();
    private final AtomicLong characters = new AtomicLong();

    private ValueTexts(ToIntFunction<String> namer) {
        this.namer = namer;
    }

    /**
     * Begins an empty table; with null there is none.
     *
     * @param namer the agent's; returns the id of a text, 0 if none is left
     */
    static void namer(@Nullable ToIntFunction<String> namer) {
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
        int id = isFull ? 0 : namer.applyAsInt(text);
        if (id == 0) {
            LossCounter.TEXTS_DROPPED.increment();
        } else if (ids.putIfAbsent(text, id) == null) {
            characters.getAndAdd(text.length());
        }
        return id;
    }
}
