// SPDX-License-Identifier: Apache-2.0
/** Whole JVMs with the real jar: what a user sees of the agent, its files and its command line. Knows the agent as a file alone. Start with {@link dev.jtracer.it.HelloIT}. */
@NullMarked
package dev.jtracer.it;

import org.jspecify.annotations.NullMarked;
