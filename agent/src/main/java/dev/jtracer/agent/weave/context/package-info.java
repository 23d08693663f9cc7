// SPDX-License-Identifier: Apache-2.0

/**
 * The weaving of the methods that serve or send HTTP requests, execute statements, or set the context of a log. Agent
 * loader; imports {@code agent.filter}, {@code agent.weave}, {@code agent.weave.code}, the bootstrap section and ASM.
 *
 * <p>Start with {@link ContextWeaver}, then {@link ContextMethod}, the table of what is woven.
 */
@NullMarked
package dev.jtracer.agent.weave.context;

import org.jspecify.annotations.NullMarked;
