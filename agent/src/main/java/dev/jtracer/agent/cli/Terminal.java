// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli;

import java.io.PrintStream;

/**
 * Where a command speaks.
 *
 * @param out the result, for a pipe
 * @param err what a person should know besides
 */
record Terminal(PrintStream out, PrintStream err) {}
