// SPDX-License-Identifier: Apache-2.0

/**
 * Writes a trace in the formats of other tools. May import every package of the engine except {@code view}. Start with
 * {@link dev.jtracer.engine.exporter.Exporters}.
 */
@NullMarked
package dev.jtracer.engine.exporter;

import org.jspecify.annotations.NullMarked;
