// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome.write;

import java.io.IOException;
import java.io.OutputStream;

/** Opens the files that a recording is written to, one after the other. */
@FunctionalInterface
public interface TraceOutputs {
    /**
     * Opens the output of one segment. The one before has been closed.
     *
     * @param part number of the segment, from 1
     */
    OutputStream open(int part) throws IOException;
}
