// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr;

import java.util.List;

/**
 * The windows that a recording of slow calls retains.
 *
 * @param leastNanos duration from which a call is slow
 * @param windows disjoint, in the order of time
 */
public record SlowWindows(long leastNanos, List<RetainedWindow> windows) {
    public SlowWindows {
        windows = List.copyOf(windows);
    }
}
