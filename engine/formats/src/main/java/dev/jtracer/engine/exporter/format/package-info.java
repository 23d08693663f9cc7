// SPDX-License-Identifier: Apache-2.0

/** The table of all formats. The only package that imports them. */
@NullMarked
package dev.jtracer.engine.exporter.format;

import org.jspecify.annotations.NullMarked;
