// SPDX-License-Identifier: Apache-2.0

/**
 * The commands on recordings and traces: report, view, convert, diff, cut, split, combine. Agent loader; imports
 * {@code cli.command}, {@code cli.view}, {@code config}, {@code output}, {@code recording}, {@code conversion} and
 * the engine.
 *
 * <p>Start with {@link dev.jtracer.agent.cli.trace.TraceInputs}.
 */
@NullMarked
package dev.jtracer.agent.cli.trace;

import org.jspecify.annotations.NullMarked;
