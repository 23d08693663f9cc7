// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.config;

/**
 * The user's options for the memory that traced threads record into.
 *
 * @param full what a traced thread does when every buffer is full; {@link FullPolicy#RING} exactly when ringBytes
 *     &gt; 0
 * @param waitNanos longest wait of a traced thread for a free buffer; 0 for none
 * @param ringBytes how many bytes of the newest records are kept; 0 keeps all
 * @param slowNanos duration of the calls around which records are kept; 0 keeps them whatever calls last. Needs a
 *     ring
 * @param bufferBytes memory that a thread takes at a time, a power of two from 16 KiB to 1 MiB
 * @param spoolBytes most buffer memory in all, at least 1 MiB and at least two buffers
 */
public record BufferOptions(
        FullPolicy full, long waitNanos, long ringBytes, long slowNanos, int bufferBytes, long spoolBytes) {}
