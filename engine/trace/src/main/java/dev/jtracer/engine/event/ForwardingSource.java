// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

/** A trace whose tables and progress are those of another one, for subclasses that read it in another way. */
public abstract class ForwardingSource implements TraceSource {
    private final TraceSource original;

    /** Creates a trace that forwards to another one, which has not been read. */
    protected ForwardingSource(TraceSource original) {
        this.original = original;
    }

    /** Returns the trace that the tables are forwarded to. */
    protected final TraceSource original() {
        return original;
    }

    @Override
    public StringTable names() {
        return original.names();
    }

    @Override
    public StringTable symbols() {
        return original.symbols();
    }

    @Override
    public TrackTable tracks() {
        return original.tracks();
    }

    @Override
    public StackFrames stackFrames() {
        return original.stackFrames();
    }

    @Override
    public double progress() {
        return original.progress();
    }
}
