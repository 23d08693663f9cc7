// SPDX-License-Identifier: Apache-2.0

/**
 * Live figures for another process: snapshots of the totals, and the replies that carry them. Agent loader and
 * command line; imports the engine and the JDK.
 *
 * <p>Start with {@link dev.jtracer.agent.live.Watch}.
 */
@NullMarked
package dev.jtracer.agent.live;

import org.jspecify.annotations.NullMarked;
