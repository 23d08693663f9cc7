// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.totals;

import java.util.List;

/** The callbacks that waited longest for their first run, the longest first. Immutable. */
public record SlowPasses(List<SlowPass> slowest) {
    public SlowPasses {
        slowest = List.copyOf(slowest);
    }
}
