// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

/**
 * One half of a clock sync: the event on the clock of one trace.
 *
 * @param syncId id that both halves share
 * @param startNanos time of the request if this trace sent it, else of the receipt
 * @param endNanos time of the answer if this trace sent the request, else of the receipt
 */
record ClockMarker(String syncId, long startNanos, long endNanos) {}
