// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.flow;

import dev.jtracer.engine.event.SpanFlags;

/**
 * The id that binds spans to each other. Comparable, so that maps are fast even if a hostile file gives many ids the
 * same hash.
 *
 * @param number the spans' {@code bind_id}; for a callback the number of its pass
 * @param pid the process that assigned the number; 0 if the number is unique in the whole trace
 */
public record BindId(long number, long pid) implements Comparable<BindId> {
    /** Returns the id of a span: each JVM numbers passes by itself, other ids are unique in the whole trace. */
    public static BindId of(long number, int spanFlags, long pid) {
        return new BindId(number, (spanFlags & SpanFlags.OF_CALLBACK) != 0 ? pid : 0);
    }

    @Override
    public int compareTo(BindId other) {
        return number != other.number ? Long.compare(number, other.number) : Long.compare(pid, other.pid);
    }
}
