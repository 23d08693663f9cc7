// SPDX-License-Identifier: Apache-2.0

/**
 * Reads recordings, and makes traces of them: at the stop, at the JVM's exit, and for {@code convert}. Agent loader;
 * imports {@code agent.file}, {@code agent.recording} and the engine.
 *
 * <p>Start with {@link Converter}, then {@link RecordingReader}.
 */
@NullMarked
package dev.jtracer.agent.conversion;

import org.jspecify.annotations.NullMarked;
