// SPDX-License-Identifier: Apache-2.0

/**
 * Reads Chrome's JSON trace format in all its forms: list or object, plain, damaged or cut off. May import {@code event},
 * {@code json}, {@code pairing} and {@code importer}; does not know the writer. Start with
 * {@link dev.jtracer.engine.chrome.read.ChromeTraceReader}.
 */
@NullMarked
package dev.jtracer.engine.chrome.read;

import org.jspecify.annotations.NullMarked;
