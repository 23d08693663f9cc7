// SPDX-License-Identifier: Apache-2.0

/**
 * Reading of recordings, and their conversion to traces: at the stop, at the JVM's exit, and for {@code convert}. Agent
 * loader; imports {@code agent.file}, {@code agent.recording} and the engine.
 *
 * <p>Start with {@link Converter}, then {@link RecordingReader}.
 */
@NullMarked
package dev.jtracer.agent.conversion;

import org.jspecify.annotations.NullMarked;
