// SPDX-License-Identifier: Apache-2.0

/** Perfetto's own format, in protocol buffers. */
@NullMarked
package dev.jtracer.engine.exporter.perfetto;

import org.jspecify.annotations.NullMarked;
