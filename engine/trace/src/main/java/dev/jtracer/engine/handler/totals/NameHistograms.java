// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.totals;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A histogram of durations for each name that has any. */
final class NameHistograms {
    private @Nullable Histogram[] histograms = new Histogram[64];

    void add(int nameIndex, long nanos) {
        Histogram histogram = nameIndex < histograms.length ? histograms[nameIndex] : null;
        if (histogram == null) {
            histogram = create(nameIndex);
        }
        histogram.add(nanos);
    }

    private Histogram create(int nameIndex) {
        if (nameIndex >= histograms.length) {
            histograms = Arrays.copyOf(histograms, Math.max(nameIndex + 1, histograms.length * 2));
        }
        Histogram created = new Histogram();
        histograms[nameIndex] = created;
        return created;
    }

    /** Returns a name's histogram itself, empty if it has no durations. */
    Histogram of(int nameIndex) {
        Histogram histogram = nameIndex < histograms.length ? histograms[nameIndex] : null;
        return histogram == null ? new Histogram() : histogram;
    }

    NameHistograms copy() {
        NameHistograms copy = new NameHistograms();
        copy.histograms = Arrays.copyOf(histograms, histograms.length);
        for (int i = 0; i < histograms.length; i++) {
            Histogram histogram = histograms[i];
            copy.histograms[i] = histogram == null ? null : histogram.copy();
        }
        return copy;
    }
}
