// SPDX-License-Identifier: Apache-2.0

/**
 * The format of the recording file, and its writing while the application runs. Agent loader; imports {@code
 * agent.file}, {@code agent.memory}, the record layout of {@code dev.jtracer.bootstrap} and the engine's string table. Whole recordings are
 * read by {@code agent.conversion}, which the drain cannot see.
 *
 * <p>Start with {@link RecordingFormat}, then {@link RecordingWriter}.
 */
@NullMarked
package dev.jtracer.agent.recording;

import org.jspecify.annotations.NullMarked;
