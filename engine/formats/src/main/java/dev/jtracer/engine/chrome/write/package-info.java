// SPDX-License-Identifier: Apache-2.0

/**
 * The writer of Chrome's JSON trace format, in segments that open by themselves. May import {@code event} and
 * {@code json}, but not the reader. Start with {@link dev.jtracer.engine.chrome.write.SegmentedTraceWriter}.
 */
@NullMarked
package dev.jtracer.engine.chrome.write;

import org.jspecify.annotations.NullMarked;
