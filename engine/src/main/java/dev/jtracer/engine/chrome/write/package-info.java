// SPDX-License-Identifier: Apache-2.0

/**
 * Writes Chrome's JSON trace format, in segments that open alone. May import {@code event} and {@code json}; does not know the
 * reader. Start with {@link dev.jtracer.engine.chrome.write.SegmentedTraceWriter}.
 */
@NullMarked
package dev.jtracer.engine.chrome.write;

import org.jspecify.annotations.NullMarked;
