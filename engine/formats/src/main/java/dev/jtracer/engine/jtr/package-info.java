// SPDX-License-Identifier: Apache-2.0
/**
 * The format of jtracer's recordings, and its writer, to which the agent's drain passes the chunks of its spool.
 * Imports {@code event} and {@code pairing}; knows the recorder by {@link SpoolLayout} alone. {@code jtr.read} reads
 * whole recordings.
 *
 * <p>Start with {@link RecordingFormat}, then {@link RecordingWriter}.
 */
@NullMarked
package dev.jtracer.engine.jtr;

import org.jspecify.annotations.NullMarked;
