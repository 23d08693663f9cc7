// SPDX-License-Identifier: Apache-2.0

/**
 * The jobs: a report on many recordings, and the comparison of two sets of them. Each recording is counted by the
 * engine in one task; the counts are added up in a tree of merges. Start with
 * {@link dev.jtracer.spark.job.ReportJob}.
 */
@NullMarked
package dev.jtracer.spark.job;

import org.jspecify.annotations.NullMarked;
