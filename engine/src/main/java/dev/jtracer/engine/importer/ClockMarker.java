// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

/**
 * A moment of a clock sync as one trace has seen it.
 *
 * @param syncId which sync
 * @param startNanos when it was asked for, if this trace asked; else when it came
 * @param endNanos when it was answered; else when it came
 */
record ClockMarker(String syncId, long startNanos, long endNanos) {}
