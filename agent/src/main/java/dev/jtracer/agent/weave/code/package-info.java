// SPDX-License-Identifier: Apache-2.0

/**
 * The references in woven code: the recorder's entry points and the ids of methods. Agent loader; imports ASM.
 *
 * <p>Start with {@link RecorderCall}.
 */
@NullMarked
package dev.jtracer.agent.weave.code;

import org.jspecify.annotations.NullMarked;
