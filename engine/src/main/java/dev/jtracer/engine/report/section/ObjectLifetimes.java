// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report.section;

import dev.jtracer.engine.handler.object.ObjectSnapshots;
import dev.jtracer.engine.handler.object.ObjectSnapshotsHandler;
import dev.jtracer.engine.handler.object.TracedObject;
import dev.jtracer.engine.model.ParsedTrace;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;

/** The objects of a trace by type: how many lived, how long, and how many states of them are known. */
final class ObjectLifetimes {
    static final ReportSection SECTION =
            new ReportSection(List.of(ObjectSnapshotsHandler::new), ObjectLifetimes::tables);

    private ObjectLifetimes() {}

    private static List<SectionTable> tables(ParsedTrace trace, IntFunction<String> threads) {
        ObjectSnapshots snapshots = trace.data(ObjectSnapshotsHandler.class);
        SectionTable table = new SectionTable(
                "objects",
                "Objects, by their number; one that was not deleted lives until the end:",
                SectionTable.count("objects"),
                SectionTable.count("deleted"),
                SectionTable.count("snapshots"),
                SectionTable.duration("longest life"),
                SectionTable.text("type"));
        Map<String, List<TracedObject>> byType = new TreeMap<>();
        for (TracedObject object : snapshots.objects()) {
            byType.computeIfAbsent(object.name(), type -> new ArrayList<>()).add(object);
        }
        byType.entrySet().stream()
                .sorted(Comparator.comparing(entry -> -entry.getValue().size()))
                .forEach(entry -> {
                    List<TracedObject> objects = entry.getValue();
                    table.row(
                            (long) objects.size(),
                            objects.stream()
                                    .filter(TracedObject::deletionTraced)
                                    .count(),
                            objects.stream()
                                    .mapToLong(object -> object.snapshots().size())
                                    .sum(),
                            objects.stream()
                                    .mapToLong(object -> object.deletedNanos() - object.createdNanos())
                                    .max()
                                    .orElse(0),
                            entry.getKey());
                });
        snapshots
                .problems()
                .forEach((problem, count) ->
                        table.note(problem.name().toLowerCase(Locale.ROOT).replace('_', ' '), count));
        return List.of(table);
    }
}
