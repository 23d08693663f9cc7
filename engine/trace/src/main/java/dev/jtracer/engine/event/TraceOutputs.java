// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

import java.io.IOException;
import java.io.OutputStream;

/** The files to which a trace is written, opened one after the other. The counterpart of {@link TraceSource}. */
@FunctionalInterface
public interface TraceOutputs {
    /**
     * Opens the output of one segment. The previous one has been closed.
     *
     * @param part number of the segment, from 1
     */
    OutputStream open(int part) throws IOException;
}
