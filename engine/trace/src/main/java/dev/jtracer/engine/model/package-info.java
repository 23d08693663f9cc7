// SPDX-License-Identifier: Apache-2.0

/**
 * The loop that runs handlers over a trace, and its results. May import every other package of the engine except
 * {@code chrome}. Start with {@link dev.jtracer.engine.model.TraceProcessor}.
 */
@NullMarked
package dev.jtracer.engine.model;

import org.jspecify.annotations.NullMarked;
