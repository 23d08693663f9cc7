// SPDX-License-Identifier: Apache-2.0
/**
 * The programs that the benchmarks trace, and nothing else: many tiny calls. Depends on the JDK alone. Start with
 * {@link dev.jtracer.it.bench.work.Recursion}.
 */
@NullMarked
package dev.jtracer.it.bench.work;

import org.jspecify.annotations.NullMarked;
