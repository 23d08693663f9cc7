// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter;

import dev.jtracer.engine.event.TraceEvent;
import java.util.List;

/**
 * What a trace has besides calls. Immutable.
 *
 * @param events instants, values of counters and ends of arrows drawn by events of their own, in the order of their times
 * @param arrows arrows drawn by the calls themselves, in the order of their starts
 * @param looseEnds ends of such arrows whose other end the trace does not have
 */
record PointEvents(List<TraceEvent> events, List<Arrow> arrows, long looseEnds) {
    static final PointEvents NONE = new PointEvents(List.of(), List.of(), 0);

    PointEvents {
        events = List.copyOf(events);
        arrows = List.copyOf(arrows);
    }

    long size() {
        return (long) events.size() + arrows.size();
    }

    /** An arrow from the begin of a call to the begin of another. */
    record Arrow(long number, ArrowEnd from, ArrowEnd to) {}

    /**
     * One end of an arrow.
     *
     * @param track track of the call
     * @param categoryIndex category of the call
     * @param beginIndex place of the event that began the call
     */
    record ArrowEnd(int track, long tsNanos, int categoryIndex, long beginIndex) {}
}
