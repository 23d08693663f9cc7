// SPDX-License-Identifier: Apache-2.0

/**
 * Call trees: the calls of each thread, their traversal, search by time, and totals. May import what {@code handler}
 * may, and {@code handler} and {@code handler.meta}. Start with
 * {@link dev.jtracer.engine.handler.call.ThreadsHandler}.
 */
@NullMarked
package dev.jtracer.engine.handler.call;

import org.jspecify.annotations.NullMarked;
