// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.model;

import dev.jtracer.engine.handler.Meta;
import dev.jtracer.engine.handler.MetaHandler;
import java.util.HashMap;
import java.util.Map;

/**
 * Gives the traces of a model names that tell them apart: the program and its process number for a recording of the
 * tracer, otherwise the number of the trace.
 */
final class RecordingNames {
    /** The note that the tracer writes at the start of each file. */
    private static final String RECORDING = "recording";

    private final Map<String, Integer> uses = new HashMap<>();
    private int traces;

    String next(ParsedTrace trace) {
        traces++;
        if (trace.failures().containsKey(MetaHandler.class)) {
            return "Trace " + traces;
        }
        Meta meta = trace.data(MetaHandler.class);
        String name = name(meta);
        if (name.isEmpty()) {
            return "Trace " + traces;
        }
        int use = uses.merge(name, 1, Integer::sum);
        // A process number tells recordings apart already, unless one process is recorded twice.
        return use == 1 && meta.facts().containsKey(RECORDING) ? name : name + " (" + use + ")";
    }

    private static String name(Meta meta) {
        if (!meta.facts().containsKey(RECORDING)) {
            return "";
        }
        return meta.processes().entrySet().stream()
                .filter(process -> !process.getValue().name().isEmpty())
                .findFirst()
                .map(process -> process.getValue().name() + " (" + process.getKey() + ")")
                .orElse("");
    }
}
