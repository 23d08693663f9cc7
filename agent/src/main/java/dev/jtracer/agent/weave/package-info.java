// SPDX-License-Identifier: Apache-2.0

/**
 * Adds the calls to the recorder to the methods that the user named. Agent loader; imports {@code agent.config}, {@code
 * agent.filter}, its own subpackages, and the ASM that Byte Buddy carries. A class loader never loads a class because of it.
 *
 * <p>Start with {@link Weaver}, then {@link ClassScan} and {@link ClassWeave}.
 */
@NullMarked
package dev.jtracer.agent.weave;

import org.jspecify.annotations.NullMarked;
