// SPDX-License-Identifier: Apache-2.0

/**
 * A parsed trace prepared for export: threads, calls in order, points, arrows and the counts of what was written. Imported by
 * every format; knows none.
 */
@NullMarked
package dev.jtracer.engine.exporter.trace;

import org.jspecify.annotations.NullMarked;
