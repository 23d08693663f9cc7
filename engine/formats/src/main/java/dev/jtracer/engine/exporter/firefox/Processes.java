// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.firefox;

import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.exporter.trace.ExportedTrace;
import dev.jtracer.engine.exporter.trace.ThreadRow;
import dev.jtracer.engine.handler.meta.Meta;
import java.util.HashMap;
import java.util.Map;

/** The processes that the viewer shows. Virtual threads are one: it has no other groups of threads. */
final class Processes {
    private Processes() {}

    /** Returns the index of the first row of each process, by its id in the trace. */
    static Map<Long, Integer> firstRows(ExportedTrace trace) {
        Map<Long, Integer> firstRows = new HashMap<>();
        trace.rows().forEach(row -> firstRows.putIfAbsent(row.pid(), row.index()));
        return firstRows;
    }

    /** Returns the viewer's id of a thread's process. */
    static String pid(ThreadRow row) {
        return row.isVirtual() ? row.pid() + " virtual" : Long.toString(row.pid());
    }

    static String name(ThreadRow row, Meta meta) {
        String name = meta.process(row.pid()).name();
        return row.isVirtual() ? TraceWords.VIRTUAL_THREADS : name.isEmpty() ? "process " + row.pid() : name;
    }
}
