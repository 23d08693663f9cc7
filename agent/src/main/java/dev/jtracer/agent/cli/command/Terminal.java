// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.command;

import java.io.PrintStream;

/**
 * The output streams of a command.
 *
 * @param out receives the result, for a pipe
 * @param err receives messages for people
 */
public record Terminal(PrintStream out, PrintStream err) {}
