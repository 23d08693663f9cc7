// SPDX-License-Identifier: Apache-2.0

/**
 * Aggregates of call stacks in bounded memory, whatever the length of the trace: the tree of all paths, the slowest
 * calls with their paths, the load of threads. May import what {@code handler} may, and {@code handler}. Start with
 * {@link dev.jtracer.engine.handler.path.CallPathsHandler}.
 */
@NullMarked
package dev.jtracer.engine.handler.path;

import org.jspecify.annotations.NullMarked;
