// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.model;

/**
 * A listener to the parses of a {@link TraceModel}. Called on the threads that parse, for several parses concurrently. An
 * exception that it throws is logged; the parse continues.
 */
public interface TraceModelListener {
    /** Takes the progress of a parse. */
    default void progressed(ParseProgress progress) {}

    /** Takes the end of a parse, successful or not. The last call for that parse. */
    default void completed(ParseCompletion completion) {}
}
