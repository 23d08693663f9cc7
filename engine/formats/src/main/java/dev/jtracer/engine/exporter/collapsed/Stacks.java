// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.collapsed;

import dev.jtracer.engine.exporter.trace.FrameNumbers;
import dev.jtracer.engine.exporter.trace.ThreadRow;
import dev.jtracer.engine.handler.path.ThreadPaths;
import java.util.List;

/**
 * Self times by stack.
 *
 * @param rows the threads, one for each track that has calls
 * @param paths the stacks of each track
 * @param frames the names of the frames of {@code paths}
 * @param points number of instants, values of counters and ends of arrows
 * @param sampleEvents number of sample events
 * @param otherKinds number of events that are none of these: objects and others
 */
record Stacks(
        List<ThreadRow> rows, ThreadPaths paths, FrameNumbers frames, long points, long sampleEvents, long otherKinds) {
    private static final int LEAST_PATHS = 100_000;
    private static final int MOST_PATHS = 20_000_000;
    /* A path takes 150 bytes, so all take a quarter of the heap. */
    private static final int HEAP_BYTES_A_PATH = 600;

    /** Returns the number of different stacks that are kept by a JVM of this size. */
    static int mostOfHeap() {
        long fitting = Runtime.getRuntime().maxMemory() / HEAP_BYTES_A_PATH;
        return (int) Math.max(LEAST_PATHS, Math.min(MOST_PATHS, fitting));
    }
}
