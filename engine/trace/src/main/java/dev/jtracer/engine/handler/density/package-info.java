// SPDX-License-Identifier: Apache-2.0

/**
 * The density of a whole trace: for each thread, how many calls were open and which method was busy, in slices of
 * time. Memory does not depend on the length of the trace. May import what {@code handler} may, and {@code handler}.
 * Start with {@link dev.jtracer.engine.handler.density.DensityHandler}.
 */
@NullMarked
package dev.jtracer.engine.handler.density;

import org.jspecify.annotations.NullMarked;
