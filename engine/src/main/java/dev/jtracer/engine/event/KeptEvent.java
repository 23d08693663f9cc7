// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

/** An event that outlives the view it was copied from. */
record KeptEvent(
        Phase phase,
        long tsNanos,
        long durNanos,
        long pid,
        long tid,
        int nameIndex,
        String name,
        String category,
        String id,
        int track,
        int flags,
        Args args,
        Args otherFields)
        implements TraceEvent {
    @Override
    public TraceEvent copy() {
        return this;
    }
}
