// SPDX-License-Identifier: Apache-2.0

/**
 * The commands for {@code spark-submit}. Imports the jobs below it. Start with
 * {@link dev.jtracer.spark.JtracerSpark}.
 */
@NullMarked
package dev.jtracer.spark;

import org.jspecify.annotations.NullMarked;
