// SPDX-License-Identifier: Apache-2.0

/**
 * Puts the agent together. Agent loader; the only package that knows all others.
 *
 * <p>Start with {@link dev.jtracer.agent.AgentStarter}, then {@link dev.jtracer.agent.TracingController}.
 */
@NullMarked
package dev.jtracer.agent;

import org.jspecify.annotations.NullMarked;
