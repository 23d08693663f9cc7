// SPDX-License-Identifier: Apache-2.0

/**
 * The command line, {@code java -jar tracer.jar}. Runs in the agent's own loader in a separate JVM; imports {@code
 * config}, the requests and replies of {@code control}, the engine and the JDK. Nothing imports it.
 *
 * <p>Start with {@link dev.jtracer.agent.cli.Main}, then {@link dev.jtracer.agent.cli.command.Command}.
 */
@NullMarked
package dev.jtracer.agent.cli;

import org.jspecify.annotations.NullMarked;
