// SPDX-License-Identifier: Apache-2.0

/**
 * The elements of a trace: events, their names and their tracks. Every other package may import it; it imports none
 * of them. Start with {@link dev.jtracer.engine.event.TraceEvent}.
 */
@NullMarked
package dev.jtracer.engine.event;

import org.jspecify.annotations.NullMarked;
