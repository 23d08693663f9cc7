// SPDX-License-Identifier: Apache-2.0

/** Chrome's JSON in three layouts: the tracer's own, with complete events, and as user timings for DevTools. */
@NullMarked
package dev.jtracer.engine.exporter.chrome;

import org.jspecify.annotations.NullMarked;
