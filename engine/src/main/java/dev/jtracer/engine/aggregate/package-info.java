// SPDX-License-Identifier: Apache-2.0

/**
 * Totals that are computed piece by piece, on one machine or many, and merged in any order to exactly the result of one pass
 * over the whole recording. May import {@code event}, {@code json}, {@code pairing} and {@code handler}. Start with {@link
 * dev.jtracer.engine.aggregate.FunctionTotals}.
 */
@NullMarked
package dev.jtracer.engine.aggregate;

import org.jspecify.annotations.NullMarked;
