// SPDX-License-Identifier: Apache-2.0

/**
 * The weaving of the executors through which tasks go from one thread to another. Agent loader; imports
 * {@code agent.config}, {@code agent.weave.code} and ASM.
 *
 * <p>Start with {@link TaskClass}, the table of executors, then {@link TaskWeave}.
 */
@NullMarked
package dev.jtracer.agent.weave.task;

import org.jspecify.annotations.NullMarked;
