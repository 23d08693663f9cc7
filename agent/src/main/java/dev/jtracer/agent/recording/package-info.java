// SPDX-License-Identifier: Apache-2.0

/**
 * The recording file: what the drain writes while the application runs, and how it becomes a trace. Agent loader;
 * imports the record layout of {@code dev.jtracer.bootstrap} and the engine.
 *
 * <p>Start with {@link dev.jtracer.agent.recording.RecordingFormat}, then {@link
 * dev.jtracer.agent.recording.RecordingWriter} and {@link dev.jtracer.agent.recording.Converter}.
 */
@NullMarked
package dev.jtracer.agent.recording;

import org.jspecify.annotations.NullMarked;
