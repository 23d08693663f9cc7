// SPDX-License-Identifier: Apache-2.0

/**
 * Arrows between calls, and the caller of each callback or task. May import what {@code handler} may, {@code handler}
 * and {@code handler.call}. Start with {@link dev.jtracer.engine.handler.flow.FlowsHandler}.
 */
@NullMarked
package dev.jtracer.engine.handler.flow;

import org.jspecify.annotations.NullMarked;
