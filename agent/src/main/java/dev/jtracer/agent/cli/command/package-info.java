// SPDX-License-Identifier: Apache-2.0

/**
 * The contract of commands, and what they share: failures with exit codes, named options, the terminal, the progress
 * of a long operation. Knows no command. Agent loader; imports {@code config} and the engine.
 *
 * <p>Start with {@link dev.jtracer.agent.cli.command.Command}.
 */
@NullMarked
package dev.jtracer.agent.cli.command;

import org.jspecify.annotations.NullMarked;
