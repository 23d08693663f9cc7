// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

/**
 * The report on one of the traces merged into a trace.
 *
 * @param name the file, or {@code CONTAINER!/PART}
 * @param format name of its importer; empty if there is none
 * @param failure the reason why it was dropped or not read to its end; empty if it was read
 * @param shiftNanos offset added to its times to convert them to the common clock
 * @param clock what relates its clock to those of the other traces, for the user; empty if nothing does
 * @param report its own events and problems
 */
public record SourceReport(
        String name, String format, String failure, long shiftNanos, String clock, ImportReport report) {
    /** Returns whether it was dropped or not read to its end. */
    public boolean failed() {
        return !failure.isEmpty();
    }

    /** Returns the same with another report. */
    public SourceReport withReport(ImportReport other) {
        return new SourceReport(name, format, failure, shiftNanos, clock, other);
    }
}
