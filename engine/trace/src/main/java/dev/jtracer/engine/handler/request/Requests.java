// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.request;

import dev.jtracer.engine.handler.totals.Durations;
import dev.jtracer.engine.handler.totals.Histogram;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The statuses and durations of HTTP requests, a row for each name of calls, in their order. Immutable. */
public record Requests(List<Row> rows) {
    public static final Requests NONE = new Requests(List.of());

    public Requests {
        rows = List.copyOf(rows);
    }

    /** Returns the rows of requests whose begin is known, those with the longest total time first. */
    public List<Row> byTotal() {
        return rows.stream()
                .filter(row -> row.count() > 0)
                .sorted(Comparator.comparingLong((Row row) -> row.durations().totalNanos())
                        .reversed())
                .toList();
    }

    /** Returns the sum of these statuses and others. */
    public Requests plus(Requests other) {
        SortedMap<String, Row> sums = new TreeMap<>();
        rows.forEach(row -> sums.merge(row.name(), row, Row::plus));
        other.rows.forEach(row -> sums.merge(row.name(), row, Row::plus));
        return new Requests(new ArrayList<>(sums.values()));
    }

    /**
     * The requests of one name, those with a known status by class.
     *
     * @param name name of the calls, {@code HTTP GET /orders/{id}}
     * @param isSent whether the program sent them, and did not serve them
     * @param informational requests that ended with a status from 100 to 199
     * @param successful with a status from 200 to 299
     * @param redirected with a status from 300 to 399
     * @param clientErrors with a status from 400 to 499
     * @param serverErrors with a status from 500 to 599
     * @param durations from the begin of a request to its end, on whichever thread
     * @param distribution of {@code durations}
     * @param notEnded requests whose end is not known, and that have no duration
     */
    public record Row(
            String name,
            boolean isSent,
            long informational,
            long successful,
            long redirected,
            long clientErrors,
            long serverErrors,
            Durations durations,
            Histogram distribution,
            long notEnded) {
        /** Returns the number of requests. */
        public long count() {
            return durations.count() + notEnded;
        }

        Row plus(Row other) {
            return new Row(
                    name,
                    isSent,
                    informational + other.informational,
                    successful + other.successful,
                    redirected + other.redirected,
                    clientErrors + other.clientErrors,
                    serverErrors + other.serverErrors,
                    durations.plus(other.durations),
                    distribution.plus(other.distribution),
                    notEnded + other.notEnded);
        }
    }
}
