// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent;

import dev.jtracer.agent.weave.code.MethodTable;
import dev.jtracer.bootstrap.RecordLayout;
import dev.jtracer.bootstrap.value.ValueTracer;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToIntFunction;

/** The connection of the recorder for arguments and results with the agent. Its classes must be defined before. */
final class ValueConnection implements ToIntFunction<String> {
    /** Texts that share a key of the table, which searches all of a key. */
    private static final int OF_KEY = 64;

    /** The text follows an empty name, in place of a pass site, because it may contain the separator. */
    private static final String NO_NAME = String.valueOf(RecordLayout.SITE_SEPARATOR);

    private final MethodTable table;
    private final AtomicInteger texts = new AtomicInteger();

    private ValueConnection(MethodTable table) {
        this.table = table;
    }

    static void begin(MethodTable table, List<String> typesWithToString) {
        ValueTracer.initialize();
        ValueTracer.connect(new ValueConnection(table), typesWithToString.toArray(new String[0]));
    }

    static void end() {
        ValueTracer.connect(null, new String[0]);
    }

    @Override
    public int applyAsInt(String text) {
        String key = "values ".concat(Integer.toString(texts.getAndIncrement() / OF_KEY));
        return table.registerCall(key, NO_NAME.concat(text));
    }
}
