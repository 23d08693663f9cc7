// SPDX-License-Identifier: Apache-2.0

/**
 * The contract of exporters, and the report on an export. Contains no format; start with
 * {@link dev.jtracer.engine.exporter.format.ExportFormat}.
 */
@NullMarked
package dev.jtracer.engine.exporter;

import org.jspecify.annotations.NullMarked;
