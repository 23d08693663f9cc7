// SPDX-License-Identifier: Apache-2.0

/**
 * Facts about a trace: its bounds, processes, threads, pages and its recording. May import what {@code handler} may,
 * and {@code handler}. Start with {@link dev.jtracer.engine.handler.meta.MetaHandler}.
 */
@NullMarked
package dev.jtracer.engine.handler.meta;

import org.jspecify.annotations.NullMarked;
