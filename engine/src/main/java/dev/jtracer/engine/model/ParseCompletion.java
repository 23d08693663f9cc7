// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.model;

import dev.jtracer.engine.event.TraceSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The end of a parse: its result or its failure. Immutable. */
public final class ParseCompletion {
    private final TraceSource source;
    private final @Nullable ParsedTrace trace;
    private final @Nullable Throwable failure;

    private ParseCompletion(TraceSource source, @Nullable ParsedTrace trace, @Nullable Throwable failure) {
        this.source = source;
        this.trace = trace;
        this.failure = failure;
    }

    static ParseCompletion success(TraceSource source, ParsedTrace trace) {
        return new ParseCompletion(source, trace, null);
    }

    static ParseCompletion failure(TraceSource source, Throwable failure) {
        return new ParseCompletion(source, null, failure);
    }

    /** Returns the source of the parsed trace, which identifies the parse. */
    public TraceSource source() {
        return source;
    }

    /** Returns whether there is a result. */
    public boolean succeeded() {
        return trace != null;
    }

    /** Returns the result; empty if the parse failed. */
    public Optional<ParsedTrace> trace() {
        return Optional.ofNullable(trace);
    }

    /**
     * Returns the exception that the parse threw, a {@code CancellationException} if it was cancelled; empty if it
     * succeeded.
     */
    public Optional<Throwable> failure() {
        return Optional.ofNullable(failure);
    }
}
