// SPDX-License-Identifier: Apache-2.0

/**
 * The comparison of recordings: which methods have changed, and what is noise. May import what {@code handler} may,
 * {@code handler} and {@code model}. Start with {@link dev.jtracer.engine.diff.Comparison}.
 */
@NullMarked
package dev.jtracer.engine.diff;

import org.jspecify.annotations.NullMarked;
