// SPDX-License-Identifier: Apache-2.0

/**
 * The reader of Chrome's JSON trace format in all its forms: list or object, plain, damaged or cut off. May import
 * {@code event}, {@code json}, {@code pairing} and {@code importer}, but not the writer. Start with
 * {@link dev.jtracer.engine.chrome.read.ChromeTraceReader}.
 */
@NullMarked
package dev.jtracer.engine.chrome.read;

import org.jspecify.annotations.NullMarked;
