// SPDX-License-Identifier: Apache-2.0

/**
 * The live table of a traced JVM: requests snapshots, computes what happened between two of them and shows it. Agent
 * loader; imports {@code cli.command}, {@code cli.attach}, {@code config}, {@code control}'s requests,
 * {@code thread}'s CPU time, {@code watch} and the engine.
 *
 * <p>Start with {@link dev.jtracer.agent.cli.top.TopCommand}.
 */
@NullMarked
package dev.jtracer.agent.cli.top;

import org.jspecify.annotations.NullMarked;
