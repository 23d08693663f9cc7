// SPDX-License-Identifier: Apache-2.0

/**
 * Counters over time. May import what {@code handler} may, and {@code handler}. Start with
 * {@link dev.jtracer.engine.handler.counter.CountersHandler}.
 */
@NullMarked
package dev.jtracer.engine.handler.counter;

import org.jspecify.annotations.NullMarked;
