// SPDX-License-Identifier: Apache-2.0

/**
 * The user's options, checked. Agent loader; imports the JDK alone, and every package of the agent may import it.
 *
 * <p>Start with {@link dev.jtracer.agent.config.Option}, the one table of options, then {@link
 * dev.jtracer.agent.config.AgentOptionsParser}.
 */
@NullMarked
package dev.jtracer.agent.config;

import org.jspecify.annotations.NullMarked;
