// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.recording;

/**
 * A chunk that is in the recording.
 *
 * @param position of its frame's payload in the file
 * @param length of the payload in bytes
 * @param records how many it holds
 */
public record WrittenChunk(long position, int length, int records) {}
