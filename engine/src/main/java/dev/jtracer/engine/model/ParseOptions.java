// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.model;

import dev.jtracer.engine.event.Args;

/**
 * How one trace shall be parsed.
 *
 * @param annotations what is known of the trace beside its events, such as notes of a user; see
 *     {@link TraceModel#annotations}
 * @param measureHandlers whether the time that each handler takes for events and spans is measured, see
 *     {@link ParseTimings#handlingNanos}; costs the parse a little
 */
public record ParseOptions(Args annotations, boolean measureHandlers) {
    /** Neither annotations nor measurements. */
    public static final ParseOptions DEFAULT = new ParseOptions(Args.EMPTY, false);
}
