// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.request;

import dev.jtracer.engine.handler.totals.Durations;
import dev.jtracer.engine.handler.totals.Histogram;

/** The requests of one name, being counted. */
final class RequestCounts {
    private static final int CLASSES = 5;

    private final boolean isSent;
    private final long[] statuses = new long[CLASSES];
    private final Histogram distribution = new Histogram();
    private Durations durations = Durations.NONE;
    long notEnded;

    RequestCounts(boolean isSent) {
        this.isSent = isSent;
    }

    void add(int statusClass) {
        if (statusClass >= 1 && statusClass <= CLASSES) {
            statuses[statusClass - 1]++;
        }
    }

    void add(long nanos) {
        distribution.add(nanos);
        durations = durations.plus(new Durations(1, nanos, nanos, nanos));
    }

    Requests.Row row(String name) {
        return new Requests.Row(
                name,
                isSent,
                statuses[0],
                statuses[1],
                statuses[2],
                statuses[3],
                statuses[4],
                durations,
                distribution,
                notEnded);
    }
}
