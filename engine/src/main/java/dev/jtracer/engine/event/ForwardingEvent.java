// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

/** A view that forwards every accessor to another event, for subclasses that change a few of them. */
public abstract class ForwardingEvent implements TraceEvent {
    /** Creates a view of {@link #original}. */
    protected ForwardingEvent() {}

    /** Returns the event to which the accessors forward. */
    protected abstract TraceEvent original();

    @Override
    public Phase phase() {
        return original().phase();
    }

    @Override
    public long index() {
        return original().index();
    }

    @Override
    public long tsNanos() {
        return original().tsNanos();
    }

    @Override
    public long durNanos() {
        return original().durNanos();
    }

    @Override
    public long threadNanos() {
        return original().threadNanos();
    }

    @Override
    public long threadDurNanos() {
        return original().threadDurNanos();
    }

    @Override
    public long pid() {
        return original().pid();
    }

    @Override
    public long tid() {
        return original().tid();
    }

    @Override
    public int nameIndex() {
        return original().nameIndex();
    }

    @Override
    public String name() {
        return original().name();
    }

    @Override
    public String site() {
        return original().site();
    }

    @Override
    public String category() {
        return original().category();
    }

    @Override
    public int categoryIndex() {
        return original().categoryIndex();
    }

    @Override
    public String id() {
        return original().id();
    }

    @Override
    public IdKind idKind() {
        return original().idKind();
    }

    @Override
    public String scope() {
        return original().scope();
    }

    @Override
    public long bindId() {
        return original().bindId();
    }

    @Override
    public int track() {
        return original().track();
    }

    @Override
    public int flags() {
        return original().flags();
    }

    @Override
    public long hop() {
        return original().hop();
    }

    @Override
    public boolean threw() {
        return original().threw();
    }

    @Override
    public boolean unfinished() {
        return original().unfinished();
    }

    @Override
    public boolean hasDetails() {
        return original().hasDetails();
    }

    @Override
    public Args args() {
        return original().args();
    }

    @Override
    public Args otherFields() {
        return original().otherFields();
    }
}
