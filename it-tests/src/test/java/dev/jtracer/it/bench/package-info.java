// SPDX-License-Identifier: Apache-2.0
/**
 * Whole-process comparisons, run by hand: {@code mvn -B -ntp -DskipTests verify -Dbench=OverheadBench}. Start with
 * {@link dev.jtracer.it.bench.OverheadBench}.
 */
@NullMarked
package dev.jtracer.it.bench;

import org.jspecify.annotations.NullMarked;
