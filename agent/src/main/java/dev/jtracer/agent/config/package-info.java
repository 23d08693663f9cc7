// SPDX-License-Identifier: Apache-2.0

/**
 * What the user asked for, checked. Agent loader; imports the JDK alone.
 *
 * <p>Start with {@code AgentOptions}.
 */
@NullMarked
package dev.jtracer.agent.config;

import org.jspecify.annotations.NullMarked;
