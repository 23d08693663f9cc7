// SPDX-License-Identifier: Apache-2.0

/** Collapsed stacks, the input of flame graphs. */
@NullMarked
package dev.jtracer.engine.exporter.collapsed;

import org.jspecify.annotations.NullMarked;
