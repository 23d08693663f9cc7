// SPDX-License-Identifier: Apache-2.0

/**
 * The files of recordings, wherever Hadoop finds them: listed, grouped by recording, and read by the engine from the
 * local disk. Imports the engine's importers, Spark's core and Hadoop's file systems. Start with
 * {@link dev.jtracer.spark.input.FilesOfRecording}.
 */
@NullMarked
package dev.jtracer.spark.input;

import org.jspecify.annotations.NullMarked;
