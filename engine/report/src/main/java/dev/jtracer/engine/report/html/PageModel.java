// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report.html;

import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.handler.density.Density;
import dev.jtracer.engine.handler.totals.PassSites;
import dev.jtracer.engine.handler.warning.Stalls;
import dev.jtracer.engine.handler.window.TimeWindow;
import dev.jtracer.engine.handler.window.WindowCalls;
import dev.jtracer.engine.json.JsonText;
import dev.jtracer.engine.report.ReportJson;
import dev.jtracer.engine.report.TraceReport;
import dev.jtracer.engine.report.section.SectionTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;

/** Everything that a page shows, as one JSON object. Its size is limited, whatever the size of the recording. */
final class PageModel {
    private static final int MOST_PATHS = 20_000;
    private static final int MOST_TABLE_ROWS = 2_000;
    private static final List<String> TABLES = List.of("methods", "callbacks", "requests", "threads");

    final TraceReport report;
    private final Density density;
    private final NameIndex names = new NameIndex();
    private final SlowModel slow;

    PageModel(TraceReport report, Density density) {
        this.report = report;
        this.density = density;
        this.slow = new SlowModel(report, names);
    }

    /** Returns the windows that the page shows in timelines. */
    List<TimeWindow> windows() {
        return slow.windows();
    }

    /**
     * Returns the JSON object.
     *
     * @param files what was read, for people
     * @param command the command's words that name these files
     * @param windows calls in the {@link #windows}
     * @param tracks tracks of these calls by their index
     */
    Map<String, Object> json(String files, String command, List<WindowCalls> windows, IntFunction<Track> tracks) {
        Map<String, Object> json = new LinkedHashMap<>(ReportJson.tables(report));
        Map<String, Object> more = new LinkedHashMap<>();
        for (String table : TABLES) {
            List<?> rows = rows(json, table);
            if (rows.size() > MOST_TABLE_ROWS) {
                json.put(table, rows.subList(0, MOST_TABLE_ROWS));
                more.put(table, rows.size() - MOST_TABLE_ROWS);
            }
        }
        for (String table : List.of("methods", "callbacks")) {
            rows(json, table).forEach(row -> names.of(text(row, "name")));
        }
        rows(json, "callbacks").stream()
                .map(row -> text(row, "site"))
                .filter(site -> !site.isEmpty())
                .forEach(site -> names.of(PassSites.method(site)));
        cutSamples(json);
        json.put("sections", sections());
        json.put("moreRows", more);
        json.put("files", files);
        json.put("command", command);
        json.put("cutOffsetNanos", cutOffsetNanos());
        json.put("title", report.meta().recordingName());
        json.put("notes", report.notes());
        json.put("slow", slow.json());
        json.put("flame", FlameModel.of(report.paths().roots(), MOST_PATHS, names));
        json.put("overview", OverviewModel.of(density, report, names));
        json.put("timelines", TimelineModel.of(windows, slow.subjects(), report, tracks, names));
        json.put("names", names.names());
        json.put("cuts", names.cuts());
        return json;
    }

    /** Returns what to add to a time on the page for that of {@code cut}, where a recording begins at 0. */
    private long cutOffsetNanos() {
        return report.recordings().hasStart() ? report.meta().startNanos() : 0;
    }

    private List<Object> sections() {
        return JsonText.objects(report.sections(), (table, json) -> {
            List<List<Object>> rows = table.rows();
            json.put("key", table.key());
            json.put("title", table.title());
            json.put("columns", JsonText.objects(table.columns(), (column, one) -> {
                one.put("title", column.title());
                one.put("unit", column.unit().name());
            }));
            json.put(
                    "rows",
                    rows.stream()
                            .limit(MOST_TABLE_ROWS)
                            .map(row -> timesFromStart(table.columns(), row))
                            .toList());
            json.put("moreRows", Math.max(0, rows.size() - MOST_TABLE_ROWS));
            json.put("notes", table.notes());
        });
    }

    private List<Object> timesFromStart(List<SectionTable.Column> columns, List<Object> row) {
        List<Object> cells = new ArrayList<>(row);
        for (int i = 0; i < cells.size(); i++) {
            if (columns.get(i).unit() == SectionTable.Unit.TIME) {
                cells.set(i, (Long) cells.get(i) - report.meta().startNanos());
            }
        }
        return cells;
    }

    /** Cuts the methods of each kind of samples. */
    private static void cutSamples(Map<String, Object> json) {
        Map<?, ?> samples = (Map<?, ?>) Objects.requireNonNull(json.get("samples"));
        List<Object> kinds = new ArrayList<>();
        for (Object kind : (List<?>) Objects.requireNonNull(samples.get("kinds"))) {
            Map<String, Object> cut = new LinkedHashMap<>();
            ((Map<?, ?>) kind).forEach((member, value) -> cut.put((String) member, value));
            List<?> methods = rows(cut, "methods");
            cut.put("methods", methods.subList(0, Math.min(MOST_TABLE_ROWS, methods.size())));
            cut.put("moreMethods", Math.max(0, methods.size() - MOST_TABLE_ROWS));
            kinds.add(cut);
        }
        json.put("samples", kinds);
    }

    private static String text(Object row, String member) {
        return (String) Objects.requireNonNull(((Map<?, ?>) row).get(member));
    }

    private static List<?> rows(Map<String, Object> json, String table) {
        return (List<?>) Objects.requireNonNull(json.get(table));
    }

    /**
     * The density of a recording in few enough numbers for a page: the rows that threads share and the busiest other
     * threads, in longer slices if they are many.
     */
    private record OverviewModel(TraceReport report, NameIndex names, long sliceNanos) {
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
}
