// SPDX-License-Identifier: Apache-2.0
/**
 * Tests of the real jar in whole JVMs: the agent, its files and its command line as a user sees them. The agent is
 * used as a file alone. Start with {@link dev.jtracer.it.HelloIT}.
 */
@NullMarked
package dev.jtracer.it;

import org.jspecify.annotations.NullMarked;
