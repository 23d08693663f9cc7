// SPDX-License-Identifier: Apache-2.0

/** Calls as rows of comma-separated values. */
@NullMarked
package dev.jtracer.engine.exporter.csv;

import org.jspecify.annotations.NullMarked;
