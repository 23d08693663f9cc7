// SPDX-License-Identifier: Apache-2.0

/**
 * Files and text that leave the tracer: their names, their rights, their form. Agent loader; imports {@code config},
 * {@code thread}, the engine and slf4j, to which it is a provider.
 *
 * <p>Start with {@link dev.jtracer.agent.output.OutputName}.
 */
@NullMarked
package dev.jtracer.agent.output;

import org.jspecify.annotations.NullMarked;
