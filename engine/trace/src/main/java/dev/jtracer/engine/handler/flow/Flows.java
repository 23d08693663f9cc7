// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.flow;

import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.pairing.Span;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The arrows of a trace, by catapult's rules. Immutable.
 *
 * <p>If {@code s}, {@code t} and {@code f} have the same id, category and name, {@code s} and {@code t} bind to the
 * innermost span of their thread at their time, {@code f} to the next span that begins, or with {@code "bp":"e"}, or
 * a category of input or ipc.flow, also to the span around it. Between spans with the same {@code bind_id}, in the
 * order of their times, an arrow leads from the span with {@code flow_out} to each later span with {@code flow_in}; a
 * span with both ends an arrow, and the following arrows begin at it.
 *
 * @param arrows those of events, then those of spans, each in the order of the times at which they end
 * @param problems counts of the problems that occurred
 */
public record Flows(List<Arrow> arrows, Map<Problem, Long> problems) {
    public Flows {
        arrows = Collections.unmodifiableList(arrows);
        problems = Collections.unmodifiableMap(new TreeMap<>(problems));
    }

    /** Problems of flows. A flow event or span with a problem gets no arrow. */
    public enum Problem {
        /** An {@code f} whose {@code bp} is not {@code e}. */
        BAD_BINDING_POINT,
        /** A {@code t} at a time when its thread has no span, or an {@code f} after which no span begins. */
        END_OUTSIDE_OF_SPANS,
        /** A span with {@code flow_in} without an earlier span with {@code flow_out} and its {@code bind_id}. */
        NO_PRODUCER,
        /** A {@code t} or {@code f} without an {@code s} before it. */
        NO_START,
        /** A span with {@code flow_out} whose {@code bind_id} another span has already; the first span counts. */
        REPEATED_PRODUCER,
        /** An {@code s} while a flow of its id, category and name is open; the first one counts. */
        REPEATED_START,
        /** An {@code s} at a time when its thread has no span. */
        START_OUTSIDE_OF_SPANS
    }

    /**
     * An arrow from one span to another.
     *
     * @param name name of the flow event, or of the span that it leads to
     * @param startNanos its start; between spans, the end of the first unless the second begins earlier
     * @param endNanos its end
     */
    public record Arrow(String name, SpanRef from, SpanRef to, long startNanos, long endNanos) {}

    /**
     * A span at which arrows may begin or end: 64 bytes.
     *
     * @param track index of its track
     * @param flags its {@link dev.jtracer.engine.event.SpanFlags}
     * @param beginIndex index of its begin among the events of the trace
     * @param bindId its {@code bind_id}; 0 if it has none
     */
    public record SpanRef(
            int track, String name, long startNanos, long endNanos, int flags, long beginIndex, long bindId) {
        static SpanRef of(Span span, StringTable names) {
            return new SpanRef(
                    span.track(),
                    names.get(span.nameIndex()),
                    span.startNanos(),
                    span.endNanos(),
                    span.flags(),
                    span.beginIndex(),
                    span.bindId());
        }
    }
}
