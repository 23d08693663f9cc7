// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr;

/**
 * The header of a chunk in the spool; see {@link SpoolLayout}.
 *
 * @param buffer number of the buffer that contains the chunk
 * @param sequence its position in that buffer, from 1
 * @param baseNanos {@link System#nanoTime()} that the times of its records count from
 * @param owner id of the platform thread that filled it
 * @param thread id of the thread that recorded the first records
 * @param lost records of the buffer lost just before it
 */
public record ChunkHeader(int buffer, long sequence, long baseNanos, long owner, long thread, long lost) {}
