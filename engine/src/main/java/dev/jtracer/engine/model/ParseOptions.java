// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.model;

import dev.jtracer.engine.event.Args;

/**
 * The options for parsing one trace.
 *
 * @param annotations data about the trace that are not in its events, for example a user's annotations; see {@link
 *     TraceModel#annotations}
 * @param measureHandlers whether each handler's time for events and spans is measured, see {@link
 *     ParseTimings#handlingNanos}, at a small cost
 */
public record ParseOptions(Args annotations, boolean measureHandlers) {
    /** Neither annotations nor measurements. */
    public static final ParseOptions DEFAULT = new ParseOptions(Args.EMPTY, false);
}
