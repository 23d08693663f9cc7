// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report.html;

import dev.jtracer.engine.handler.density.Density;
import dev.jtracer.engine.handler.warning.Stalls;
import dev.jtracer.engine.report.TraceReport;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The density of a recording in few enough numbers for a page: the rows that threads share and the busiest other
 * threads, in longer slices if they are many.
 */
record OverviewModel(TraceReport report, NameIndex names, long sliceNanos) {
    private static final int MOST_ROWS = 300;
    private static final int MOST_CELLS = 120_000;
    private static final int MOST_STALLS = 500;

    static Map<String, Object> of(Density density, TraceReport report, NameIndex names) {
        List<Density.Row> rows = density.rows().stream()
                .sorted(Comparator.comparing((Density.Row row) -> row.kind() == Density.Kind.THREAD)
                        .thenComparing(Comparator.comparingLong(OverviewModel::openNanos)
                                .reversed()))
                .limit(MOST_ROWS)
                .toList();
        int joined = joined(rows);
        OverviewModel model = new OverviewModel(report, names, density.sliceNanos() * joined);
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("sliceNanos", model.sliceNanos);
        json.put("rows", rows.stream().map(row -> model.row(row, joined)).toList());
        json.put("moreThreads", threads(density.rows()) - threads(rows));
        json.put("stalls", model.stalls());
        return json;
    }

    private static long threads(List<Density.Row> rows) {
        return rows.stream().mapToLong(Density.Row::threads).sum();
    }

    private static long openNanos(Density.Row row) {
        return row.slices().stream().mapToLong(Density.Slice::openNanos).sum();
    }

    /** Returns how many slices to join, a power of two. */
    private static int joined(List<Density.Row> rows) {
        int cells = rows.stream().mapToInt(row -> row.slices().size()).sum();
        int joined = 1;
        while (cells / joined > MOST_CELLS) {
            joined *= 2;
        }
        return joined;
    }

    private Map<String, Object> row(Density.Row row, int joined) {
        List<Object> open = new ArrayList<>();
        List<Object> busiest = new ArrayList<>();
        List<Object> calls = new ArrayList<>();
        long first = Math.floorDiv(row.firstSlice(), (long) joined);
        int next = 0;
        for (long slice = first; next < row.slices().size(); slice++) {
            long openNanos = 0;
            long ended = 0;
            long most = -1;
            String name = "";
            while (next < row.slices().size() && Math.floorDiv(row.firstSlice() + next, (long) joined) == slice) {
                Density.Slice part = row.slices().get(next++);
                openNanos += part.openNanos();
                ended += part.calls();
                if (part.openNanos() > most) {
                    most = part.openNanos();
                    name = part.busiest();
                }
            }
            open.add(Math.round(100.0 * openNanos / sliceNanos));
            busiest.add(name.isEmpty() ? -1 : names.of(name));
            calls.add(ended);
        }
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("kind", row.kind().name());
        json.put("thread", row.kind() == Density.Kind.THREAD ? report.threadName(row.track()) : "");
        json.put("threads", row.threads());
        json.put("startNanos", first * sliceNanos - report.meta().startNanos());
        json.put("open", open);
        json.put("busiest", busiest);
        json.put("calls", calls);
        return json;
    }

    private List<List<Long>> stalls() {
        return report.stalls().stalls().stream()
                .sorted(Comparator.comparingLong(Stalls.Stall::nanos).reversed())
                .limit(MOST_STALLS)
                .map(stall -> List.of(stall.startNanos() - report.meta().startNanos(), stall.nanos()))
                .toList();
    }
}
