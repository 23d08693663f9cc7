// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler;

import dev.jtracer.engine.event.StringTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The few names that a handler needs, recognised by their index. The text of a name is read once, at its first event;
 * after that an event costs one load from an array and no comparison. Not safe for use by several threads.
 *
 * @param <K> type of the meaning of a name; at most 100 different meanings
 */
public final class KnownNames<K> {
    private static final byte UNSEEN = 0;
    private static final byte UNKNOWN = 1;
    private static final byte FIRST_KIND = 2;

    private final Function<String, ? extends @Nullable K> meaning;
    private final List<K> kinds = new ArrayList<>();
    private byte[] codes = new byte[1024];

    /**
     * Creates a recogniser without known names.
     *
     * @param meaning returns the meaning of a text; null for a text without meaning
     */
    public KnownNames(Function<String, ? extends @Nullable K> meaning) {
        this.meaning = meaning;
    }

    /** Creates a recogniser of some names, each of which is its own meaning. */
    public static KnownNames<String> of(Set<String> names) {
        return new KnownNames<>(name -> names.contains(name) ? name : null);
    }

    /**
     * Returns the meaning of a name by its index; null for a name without meaning.
     *
     * @param table always the same one: the names of the trace, or its symbols
     */
    public @Nullable K get(int index, StringTable table) {
        byte[] codes = this.codes;
        byte code = index < codes.length ? codes[index] : UNSEEN;
        if (code == UNSEEN) {
            code = classify(index, table);
        }
        return code == UNKNOWN ? null : kinds.get(code - FIRST_KIND);
    }

    private byte classify(int index, StringTable table) {
        if (index >= codes.length) {
            codes = Arrays.copyOf(codes, Math.max(index + 1, codes.length * 2));
        }
        codes[index] = code(meaning.apply(table.get(index)));
        return codes[index];
    }

    private byte code(@Nullable K kind) {
        if (kind == null) {
            return UNKNOWN;
        }
        int place = kinds.indexOf(kind);
        if (place < 0) {
            place = kinds.size();
            kinds.add(kind);
        }
        return (byte) (FIRST_KIND + place);
    }
}
