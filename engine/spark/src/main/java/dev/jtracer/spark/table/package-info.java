// SPDX-License-Identifier: Apache-2.0

/**
 * The calls of recordings as a table of Spark SQL, {@code spark.read().format("jtracer").load(PATH)}. Imports Spark's
 * connector interfaces and the engine. Start with {@link dev.jtracer.spark.table.SpanSource}.
 */
@NullMarked
package dev.jtracer.spark.table;

import org.jspecify.annotations.NullMarked;
