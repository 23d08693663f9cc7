// SPDX-License-Identifier: Apache-2.0

/**
 * The table of all formats, and those that need no package of their own: rows of comma-separated values,
 * speedscope's own JSON, collapsed stacks, the input of flame graphs, and OpenTelemetry's protocol, as JSON. The only
 * package that imports the other formats.
 */
@NullMarked
package dev.jtracer.engine.exporter.format;

import org.jspecify.annotations.NullMarked;
