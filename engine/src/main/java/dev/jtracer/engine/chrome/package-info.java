// SPDX-License-Identifier: Apache-2.0

/**
 * Chrome's JSON trace format in both directions; nobody else knows it. May import {@code event}, {@code pairing} and {@code importer}.
 * Start with {@link dev.jtracer.engine.chrome.SegmentedTraceWriter} and
 * {@link dev.jtracer.engine.chrome.ChromeTraceReader}.
 */
@NullMarked
package dev.jtracer.engine.chrome;

import org.jspecify.annotations.NullMarked;
