// SPDX-License-Identifier: Apache-2.0

/**
 * Cuts windows of time out of traces, so that each is a trace of its own. May import {@code event}, {@code pairing},
 * {@code chrome.write} and {@code exporter}. Start with {@link dev.jtracer.engine.window.TimeCut}.
 */
@NullMarked
package dev.jtracer.engine.window;

import org.jspecify.annotations.NullMarked;
