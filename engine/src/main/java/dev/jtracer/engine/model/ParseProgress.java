// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.model;

import dev.jtracer.engine.event.TraceSource;

/**
 * How far a parse has come.
 *
 * @param source source of the trace, which identifies the parse
 * @param fraction done part of the whole, 0 to 1; never less than before, and 1 at the end of a parse that succeeds
 * @param events events read so far
 */
public record ParseProgress(TraceSource source, double fraction, long events) {}
