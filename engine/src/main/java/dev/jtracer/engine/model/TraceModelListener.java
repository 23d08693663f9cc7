// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.model;

/**
 * Follows the parses of a {@link TraceModel}. Called on the threads that parse, for several parses at once if there are
 * several. An exception that it throws is logged; the parse goes on.
 */
public interface TraceModelListener {
    /** A parse has come further. */
    default void progressed(ParseProgress progress) {}

    /** A parse has ended, well or not. The last call for that parse. */
    default void completed(ParseCompletion completion) {}
}
