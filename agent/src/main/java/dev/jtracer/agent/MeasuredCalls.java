// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent;

import dev.jtracer.agent.control.ApplicationCalls;
import dev.jtracer.agent.weave.code.MethodTable;
import dev.jtracer.agent.weave.context.ContextWeaver;
import dev.jtracer.bootstrap.MethodTracer;
import dev.jtracer.bootstrap.RecordLayout;
import dev.jtracer.bootstrap.TracerSwitch;
import dev.jtracer.bootstrap.context.ContextTracer;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Recorder of what the application measures by {@link dev.jtracer.Tracer}, on the caller's thread. */
final class MeasuredCalls implements ApplicationCalls.Recorder {
    /** Names that share a key of the table, which searches all of a key. */
    private static final int OF_KEY = 64;

    /** The text of a name that has none, which would be shown as that of a lost one. */
    private static final String NO_NAME = "(no name)";

    /** Number of different names; ids are never given back, and a program may make names of what it serves. */
    static final int MOST_NAMES = 10_000;

    private static final int MOST_CHARACTERS = 1_000;

    private final MethodTable table;
    private final @Nullable ContextWeaver context;
    private final Map<String, Integer> ids = new ConcurrentHashMap<>();

    /** @param context null if neither requests nor statements are recorded */
    MeasuredCalls(MethodTable table, @Nullable ContextWeaver context) {
        this.table = table;
        this.context = context;
    }

    @Override
    public boolean begin(String name) {
        int id = id(name);
        if (id != 0) {
            MethodTracer.enterSampled(id);
        }
        return id != 0;
    }

    @Override
    public boolean end(String name, boolean threw) {
        int id = id(name);
        if (id != 0 && threw) {
            MethodTracer.exitThrowSampled(id);
        } else if (id != 0) {
            MethodTracer.exitSampled(id);
        }
        return id != 0;
    }

    /** Returns the id of a name; 0 if there is no room for it, and then for its end neither. */
    private int id(String name) {
        Integer known = ids.get(name);
        if (known != null) {
            return known;
        }
        if (ids.size() >= MOST_NAMES || name.length() > MOST_CHARACTERS) {
            return 0;
        }
        String key = "measures ".concat(Integer.toString(ids.size() / OF_KEY));
        int id = table.registerCall(key, displayed(name));
        if (id == 0) {
            return 0;
        }
        Integer ofAnotherThread = ids.putIfAbsent(name, id);
        return ofAnotherThread == null ? id : ofAnotherThread;
    }

    /** Returns a name without what would make it that of a request, or its end a site where a callback was passed. */
    private static String displayed(String name) {
        String text = name.replace(RecordLayout.SITE_SEPARATOR, ',');
        if (text.isEmpty()) {
            return NO_NAME;
        }
        return text.charAt(0) == RecordLayout.KIND_BEGIN ? " ".concat(text) : text;
    }

    @Override
    public void beginCount() {
        if (recordsStatements()) {
            ContextTracer.beginCount();
        }
    }

    @Override
    public @Nullable Map<String, Long> statements() {
        if (!recordsStatements() || !TracerSwitch.isOn()) {
            return null;
        }
        Map<String, Long> statements = new HashMap<>();
        Map<Integer, Long> executions = ContextTracer.executions();
        if (executions == null) {
            return null;
        }
        executions.forEach((id, count) -> statements.merge(text(id), count, Long::sum));
        return statements;
    }

    @Override
    public void endCount() {
        if (recordsStatements()) {
            ContextTracer.endCount();
        }
    }

    private boolean recordsStatements() {
        return context != null && context.recordsStatements();
    }

    /** Returns the statement of a name, {@code [statement]SQL SELECT ?}. */
    private String text(int id) {
        String name = id == 0 ? "" : table.name(id);
        return name.substring(name.indexOf(' ', name.indexOf(RecordLayout.KIND_END)) + 1);
    }
}
