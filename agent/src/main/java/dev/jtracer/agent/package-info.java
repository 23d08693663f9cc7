// SPDX-License-Identifier: Apache-2.0

/**
 * Assembly of the agent. Agent loader; the only package that imports all others.
 *
 * <p>Start with {@link dev.jtracer.agent.AgentStarter}, then {@link dev.jtracer.agent.session.Session}.
 */
@NullMarked
package dev.jtracer.agent;

import org.jspecify.annotations.NullMarked;
