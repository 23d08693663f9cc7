// SPDX-License-Identifier: Apache-2.0

/** The export to OpenTelemetry's protocol, as JSON. */
@NullMarked
package dev.jtracer.engine.exporter.otlp;

import org.jspecify.annotations.NullMarked;
