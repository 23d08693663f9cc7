// SPDX-License-Identifier: Apache-2.0

/** Firefox Profiler's own JSON. */
@NullMarked
package dev.jtracer.engine.exporter.firefox;

import org.jspecify.annotations.NullMarked;
