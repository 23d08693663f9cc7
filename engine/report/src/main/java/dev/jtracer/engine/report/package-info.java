// SPDX-License-Identifier: Apache-2.0

/**
 * Answers from a trace: totals, slowest calls with their paths, callbacks, threads and what the recording lost, as
 * text, JSON or CSV. Reads a trace of any size in bounded memory. May import {@code event}, {@code json},
 * {@code pairing}, {@code handler} and {@code model}. Start with {@link dev.jtracer.engine.report.TraceReport}.
 */
@NullMarked
package dev.jtracer.engine.report;

import org.jspecify.annotations.NullMarked;
