// SPDX-License-Identifier: Apache-2.0

/**
 * The switches: signal, JMX, attach and the application's own calls, all behind one interface. Agent loader; imports
 * {@code config}, {@code thread}, {@code watch}, the engine's handlers and the JDK. Only the composition root imports
 * it.
 *
 * <p>Start with {@link dev.jtracer.agent.control.Tracing}.
 */
@NullMarked
package dev.jtracer.agent.control;

import org.jspecify.annotations.NullMarked;
