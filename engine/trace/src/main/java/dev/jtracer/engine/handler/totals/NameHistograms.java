// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.totals;

import dev.jtracer.engine.event.ByIndex;

/** A histogram of durations for each name that has any. */
final class NameHistograms {
    private final ByIndex<Histogram> histograms = new ByIndex<>();

    void add(int nameIndex, long nanos) {
        Histogram histogram = histograms.get(nameIndex);
        if (histogram == null) {
            histogram = histograms.put(nameIndex, new Histogram());
        }
        histogram.add(nanos);
    }

    /** Returns a name's histogram itself, empty if it has no durations. */
    Histogram of(int nameIndex) {
        Histogram histogram = histograms.get(nameIndex);
        return histogram == null ? new Histogram() : histogram;
    }
}
