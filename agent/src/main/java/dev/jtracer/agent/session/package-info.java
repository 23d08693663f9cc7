// SPDX-License-Identifier: Apache-2.0

/**
 * Starts, stops and finishes recordings. Agent loader; imports everything that a recording needs, from {@code
 * agent.drain} to the engine's {@code jtr.read}. Only the composition root imports it.
 *
 * <p>Start with {@link Session}.
 */
@NullMarked
package dev.jtracer.agent.session;

import org.jspecify.annotations.NullMarked;
