// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome.write;

import java.io.IOException;
import java.io.OutputStream;

/** A supplier of the successive files of a recording. */
@FunctionalInterface
public interface TraceOutputs {
    /**
     * Opens the output of one segment. The previous one has been closed.
     *
     * @param part number of the segment, from 1
     */
    OutputStream open(int part) throws IOException;
}
