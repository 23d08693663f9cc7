// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.model;

import dev.jtracer.engine.event.TraceSource;

/**
 * The progress of a parse.
 *
 * @param source source of the trace, which identifies the parse
 * @param fraction completed part, 0 to 1; never decreases, and is 1 at the end of a successful parse
 * @param events events read so far
 */
public record ParseProgress(TraceSource source, double fraction, long events) {}
