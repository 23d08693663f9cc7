// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter;

import dev.jtracer.engine.event.TraceLimits;
import dev.jtracer.engine.event.TraceOutputs;
import dev.jtracer.engine.event.TraceSource;
import java.io.IOException;

/**
 * A writer of traces in one format. Its memory grows with the calls of a trace unless its class states otherwise. It
 * has no state, so threads may share one.
 *
 * <p>Some viewers cannot show times before 0, or lose nanoseconds in large ones. Traces with such times are written
 * with times from the start of the trace; {@link ExportReport#shiftNanos} is the difference.
 */
public interface TraceExporter {
    /**
     * Reads a trace and writes it.
     *
     * @param outputs opens the files: one, unless the format has parts; the exporter closes what it opens
     * @param limits calls to drop; a format without parts ignores the size
     * @param names form of the names; a format that has full names only ignores it
     * @return counts of the data written and dropped
     */
    ExportReport export(TraceSource source, TraceOutputs outputs, TraceLimits limits, NameForm names)
            throws IOException;
}
