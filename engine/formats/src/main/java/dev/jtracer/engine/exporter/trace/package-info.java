// SPDX-License-Identifier: Apache-2.0

/**
 * A parsed trace prepared for export: threads, calls in order, points, arrows and the counts of the written data.
 * Every format imports it; it imports none.
 */
@NullMarked
package dev.jtracer.engine.exporter.trace;

import org.jspecify.annotations.NullMarked;
