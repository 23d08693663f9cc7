// SPDX-License-Identifier: Apache-2.0

/**
 * Takes records out of the spool on the tracer's own thread: into the live handlers, and packed into the recording
 * file. Agent loader; imports {@code bootstrap}, {@code memory} and the engine.
 *
 * <p>Start with {@link dev.jtracer.agent.drain.SpoolDrainer}.
 */
@NullMarked
package dev.jtracer.agent.drain;

import org.jspecify.annotations.NullMarked;
