// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.model;

import dev.jtracer.engine.handler.meta.Meta;
import dev.jtracer.engine.handler.meta.MetaHandler;
import java.util.HashMap;
import java.util.Map;

/**
 * The distinct names of a model's traces, by DevTools' rule: the host of the page, with a number from 1 for each trace of
 * it; without a host the number of the trace among all. A recording of jtracer has the name of its program.
 */
final class RecordingNames {
    private final Map<String, Integer> uses = new HashMap<>();
    private int traces;

    String next(ParsedTrace trace) {
        traces++;
        if (trace.failures().containsKey(MetaHandler.class)) {
            return "Trace " + traces;
        }
        Meta meta = trace.data(MetaHandler.class);
        String name = meta.recordingName();
        if (name.isEmpty()) {
            return "Trace " + traces;
        }
        int use = uses.merge(name, 1, Integer::sum);
        // A process number identifies a recording, unless one process is recorded twice.
        return use == 1 && meta.isOfTracer() ? name : name + " (" + use + ")";
    }
}
