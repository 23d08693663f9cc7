// SPDX-License-Identifier: Apache-2.0

/**
 * The weaving of the methods that serve HTTP requests and of those of JDBC. Agent loader; imports {@code agent.weave.code}, the
 * bootstrap section and ASM.
 *
 * <p>Start with {@link ContextMethods}, then {@link ContextWeave}.
 */
@NullMarked
package dev.jtracer.agent.weave.context;

import org.jspecify.annotations.NullMarked;
