// SPDX-License-Identifier: Apache-2.0

/**
 * The doors of tracer.jar: how the JVM and the command line get in. The API that applications call is the module
 * {@code agent/api}. System or bootstrap loader; imports the JDK alone and reaches the agent's own loader by name.
 *
 * <p>Start with {@link dev.jtracer.AgentMain}.
 */
@NullMarked
package dev.jtracer;

import org.jspecify.annotations.NullMarked;
