// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

/**
 * What came of one of the traces that a trace was put together from.
 *
 * @param name the file, or {@code CONTAINER!/PART}
 * @param format name of its importer; empty when there is none for it
 * @param failure why it was left out, or not read to its end; empty when it was read
 * @param shiftNanos what was added to its times to bring them to the common clock
 * @param clock what relates its times to those of the others, for the user; empty if nothing does
 * @param report its own events and problems
 */
public record SourceReport(
        String name, String format, String failure, long shiftNanos, String clock, ImportReport report) {
    /** Whether it was left out, or not read to its end. */
    public boolean failed() {
        return !failure.isEmpty();
    }

    /** Returns the same with another report. */
    public SourceReport withReport(ImportReport other) {
        return new SourceReport(name, format, failure, shiftNanos, clock, other);
    }
}
