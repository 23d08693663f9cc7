// SPDX-License-Identifier: Apache-2.0
/**
 * Reading of recordings, and their conversion to traces: at the stop and at the JVM's exit, for {@code convert}, and
 * as an input format of everything that reads traces. Imports {@code jtr}, {@code prefetch}, {@code importer},
 * {@code chrome.write}, {@code cut}, {@code text} and what these import.
 *
 * <p>Start with {@link Converter}, then {@link RecordingReader}.
 */
@NullMarked
package dev.jtracer.engine.jtr.read;

import org.jspecify.annotations.NullMarked;
