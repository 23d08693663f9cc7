// SPDX-License-Identifier: Apache-2.0

/**
 * A trace as a timeline: an overview of the whole, and a window of it as rows of nested boxes with arrows from passes
 * to runs. Reads a trace of any size twice, in bounded memory. May import {@code event}, {@code text},
 * {@code pairing}, {@code handler} and {@code model}. Start with {@link dev.jtracer.engine.timeline.TraceTimeline}.
 */
@NullMarked
package dev.jtracer.engine.timeline;

import org.jspecify.annotations.NullMarked;
