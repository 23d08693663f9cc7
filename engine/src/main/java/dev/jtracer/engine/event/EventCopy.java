// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

/** An immutable copy of an event, which outlives the view. */
record EventCopy(
        Phase phase,
        long index,
        long tsNanos,
        long durNanos,
        long threadNanos,
        long threadDurNanos,
        long pid,
        long tid,
        int nameIndex,
        String name,
        String site,
        int categoryIndex,
        String category,
        IdKind idKind,
        String id,
        String scope,
        long bindId,
        long hop,
        int track,
        int flags,
        Args args,
        Args otherFields)
        implements TraceEvent {
    @Override
    public boolean hasDetails() {
        return !args.isEmpty() || !otherFields.isEmpty();
    }

    @Override
    public TraceEvent copy() {
        return this;
    }
}
