// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr.read;

/**
 * A line of {@code Tracer.log}.
 *
 * @param nanos time since the recording's start
 */
public record RecordedText(long threadId, long nanos, String text) {}
