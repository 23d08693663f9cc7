// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.trace;

import dev.jtracer.engine.event.ByIndex;
import dev.jtracer.engine.event.StringTable;
import java.util.function.Function;

/** Names encoded in a format: each is encoded once and copied for every call. */
public final class NameBytes {
    private final StringTable names;
    private final Function<String, byte[]> spelling;
    private final ByIndex<byte[]> spelled = new ByIndex<>();

    public NameBytes(StringTable names, Function<String, byte[]> spelling) {
        this.names = names;
        this.spelling = spelling;
    }

    public byte[] get(int nameIndex) {
        byte[] bytes = spelled.get(nameIndex);
        return bytes != null ? bytes : spelled.put(nameIndex, spelling.apply(names.get(nameIndex)));
    }
}
