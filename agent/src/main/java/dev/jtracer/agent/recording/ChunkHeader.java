// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.recording;

/**
 * What a chunk of the spool says of its records; see {@link dev.jtracer.bootstrap.RecordLayout}.
 *
 * @param buffer number of the buffer that it belongs to
 * @param sequence its place in that buffer, from 1
 * @param baseNanos {@link System#nanoTime()} that its records count from
 * @param owner id of the platform thread that filled it
 * @param thread id of the thread that its first records belong to
 * @param lost records of the buffer thrown away just before it
 */
public record ChunkHeader(int buffer, long sequence, long baseNanos, long owner, long thread, long lost) {}
