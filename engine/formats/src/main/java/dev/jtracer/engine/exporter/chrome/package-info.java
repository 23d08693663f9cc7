// SPDX-License-Identifier: Apache-2.0

/**
 * Chrome's JSON in three layouts: in the tracer's own layout, as complete events, and as user timings for DevTools.
 */
@NullMarked
package dev.jtracer.engine.exporter.chrome;

import org.jspecify.annotations.NullMarked;
