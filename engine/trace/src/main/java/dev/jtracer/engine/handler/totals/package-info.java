// SPDX-License-Identifier: Apache-2.0

/**
 * Totals of functions and callbacks, live and from files, and the chains of passes behind them. May import what
 * {@code handler} may, and {@code handler}. Start with {@link dev.jtracer.engine.handler.totals.FunctionsHandler}.
 */
@NullMarked
package dev.jtracer.engine.handler.totals;

import org.jspecify.annotations.NullMarked;
