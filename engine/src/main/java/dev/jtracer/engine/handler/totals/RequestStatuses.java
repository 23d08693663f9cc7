// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.totals;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The statuses of HTTP requests, by the name of their calls. Immutable.
 *
 * @param rows one per name with a status, in the order of the names
 */
public record RequestStatuses(List<Row> rows) {
    public static final RequestStatuses NONE = new RequestStatuses(List.of());

    public RequestStatuses {
        rows = List.copyOf(rows);
    }

    /** Returns the rows by their names. */
    public Map<String, Row> byName() {
        Map<String, Row> byName = new HashMap<>();
        rows.forEach(row -> byName.put(row.name(), row));
        return byName;
    }

    /** Returns the sum of these statuses and others. */
    public RequestStatuses plus(RequestStatuses other) {
        SortedMap<String, Row> sums = new TreeMap<>();
        rows.forEach(row -> sums.merge(row.name(), row, Row::plus));
        other.rows.forEach(row -> sums.merge(row.name(), row, Row::plus));
        return new RequestStatuses(new ArrayList<>(sums.values()));
    }

    /**
     * The statuses of the requests of one name, by class.
     *
     * @param name name of the calls, {@code HTTP GET /orders/{id}}
     * @param informational requests that ended with a status from 100 to 199
     * @param successful with a status from 200 to 299
     * @param redirected with a status from 300 to 399
     * @param clientErrors with a status from 400 to 499
     * @param serverErrors with a status from 500 to 599
     */
    public record Row(
            String name, long informational, long successful, long redirected, long clientErrors, long serverErrors) {
        /** Returns the row of requests without a known status. */
        public static Row unknown(String name) {
            return new Row(name, 0, 0, 0, 0, 0);
        }

        Row plus(Row other) {
            return new Row(
                    name,
                    informational + other.informational,
                    successful + other.successful,
                    redirected + other.redirected,
                    clientErrors + other.clientErrors,
                    serverErrors + other.serverErrors);
        }
    }
}
