// SPDX-License-Identifier: Apache-2.0

/**
 * The weaver, which adds the recorder's calls to the methods that the user named. Agent loader; imports
 * {@code agent.config}, {@code agent.filter}, its own subpackages but {@code context}, and Byte Buddy's ASM. It never
 * makes a class loader load a class.
 *
 * <p>Start with {@link Weaver}, then {@link ClassScan} and {@link ClassWeave}.
 */
@NullMarked
package dev.jtracer.agent.weave;

import org.jspecify.annotations.NullMarked;
