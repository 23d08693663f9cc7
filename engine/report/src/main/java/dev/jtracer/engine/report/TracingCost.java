// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report;

import dev.jtracer.engine.handler.meta.Recordings;
import dev.jtracer.engine.text.CountText;
import dev.jtracer.engine.text.DurationText;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The cost of tracing since the start of a JVM, besides the timings. A part that is not known is 0.
 *
 * @param startNanos CPU time until the tracer stood, without the weaving; elapsed time where the system does not tell
 * @param weavingNanos CPU time that weaving took the threads that load classes, likewise
 * @param classesWoven classes that got calls to the recorder
 * @param tracerCpuNanos CPU time of the tracer's threads
 * @param compilerCpuNanos CPU time of the JIT compiler, which compiles woven code and the program's alike
 */
public record TracingCost(
        long startNanos, long weavingNanos, long classesWoven, long tracerCpuNanos, long compilerCpuNanos) {
    /** Returns the sum of the costs that some recordings state. */
    static TracingCost of(Recordings recordings) {
        return new TracingCost(
                recordings.sum("startNanos"),
                recordings.sum("weavingNanos"),
                recordings.sum("classesWoven"),
                recordings.sum("tracerCpuNanos"),
                recordings.sum("compilerCpuNanos"));
    }

    /** Returns whether nothing is known, as of an older version's recording. */
    boolean isUnknown() {
        return startNanos == 0 && weavingNanos == 0 && tracerCpuNanos == 0;
    }

    /** Returns the parts by their names for programs. */
    Map<String, Object> asMap() {
        Map<String, Object> parts = new LinkedHashMap<>();
        parts.put("startNanos", startNanos);
        parts.put("weavingNanos", weavingNanos);
        parts.put("classesWoven", classesWoven);
        parts.put("tracerCpuNanos", tracerCpuNanos);
        parts.put("compilerCpuNanos", compilerCpuNanos);
        return parts;
    }

    /** Returns the parts as a phrase, with the time that threads of the application have waited for the tracer. */
    public String text(long waitedNanos) {
        StringBuilder text = new StringBuilder("start ").append(DurationText.of(startNanos));
        text.append(", weaving ").append(DurationText.of(weavingNanos));
        text.append(" (").append(CountText.plain(classesWoven, "class")).append(')');
        if (tracerCpuNanos > 0) {
            text.append(", own threads " + DurationText.of(tracerCpuNanos) + " CPU");
        }
        text.append(", waits ").append(DurationText.of(waitedNanos));
        if (compilerCpuNanos > 0) {
            text.append("; JIT ").append(DurationText.of(compilerCpuNanos)).append(" CPU");
        }
        return text.toString();
    }
}
