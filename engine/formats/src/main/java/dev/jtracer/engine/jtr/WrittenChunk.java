// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr;

/**
 * The location of a chunk in the recording.
 *
 * @param position offset of its frame's payload in the file
 * @param length length of the payload in bytes
 * @param records number of its records
 */
public record WrittenChunk(long position, int length, int records) {}
