// SPDX-License-Identifier: Apache-2.0

/**
 * Puts the calls to the recorder into the methods that the user named. Agent loader; imports {@code agent.config}, the
 * ASM that Byte Buddy carries, and the JDK.
 *
 * <p>Start with {@link Weaver}; {@link MethodFilter} says which methods, {@link MethodTable} numbers them.
 */
@NullMarked
package dev.jtracer.agent.weave;

import org.jspecify.annotations.NullMarked;
