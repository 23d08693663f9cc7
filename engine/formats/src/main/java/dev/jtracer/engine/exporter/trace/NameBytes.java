// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.trace;

import dev.jtracer.engine.event.StringTable;
import java.util.Arrays;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Names encoded in a format: each is encoded once and copied for every call. */
public final class NameBytes {
    private final StringTable names;
    private final Function<String, byte[]> spelling;
    private byte[] @Nullable [] spelled = new byte[1024][];

    public NameBytes(StringTable names, Function<String, byte[]> spelling) {
        this.names = names;
        this.spelling = spelling;
    }

    public byte[] get(int nameIndex) {
        byte[] bytes = nameIndex < spelled.length ? spelled[nameIndex] : null;
        return bytes != null ? bytes : spell(nameIndex);
    }

    private byte[] spell(int nameIndex) {
        if (nameIndex >= spelled.length) {
            spelled = Arrays.copyOf(spelled, Math.max(nameIndex + 1, spelled.length * 2));
        }
        byte[] bytes = spelling.apply(names.get(nameIndex));
        spelled[nameIndex] = bytes;
        return bytes;
    }
}
