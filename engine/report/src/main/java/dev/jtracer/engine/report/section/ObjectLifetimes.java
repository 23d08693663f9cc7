// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report.section;

import dev.jtracer.engine.handler.object.ObjectSnapshots;
import dev.jtracer.engine.handler.object.ObjectSnapshots.TracedObject;
import dev.jtracer.engine.handler.object.ObjectSnapshotsHandler;
import dev.jtracer.engine.model.ParsedTrace;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

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
        Map<String, List<TracedObject>> byType = snapshots.objects().stream()
                .collect(Collectors.groupingBy(TracedObject::type, TreeMap::new, Collectors.toList()));
        byType.entrySet().stream()
                .sorted(Comparator.comparing(entry -> -entry.getValue().size()))
                .forEach(entry -> table.row(row(entry.getKey(), entry.getValue())));
        table.notes("", snapshots.problems());
        return List.of(table);
    }

    private static Object[] row(String type, List<TracedObject> objects) {
        long deleted = 0;
        long snapshots = 0;
        long longestNanos = 0;
        for (TracedObject object : objects) {
            deleted += object.deletionTraced() ? 1 : 0;
            snapshots += object.snapshots();
            longestNanos = Math.max(longestNanos, object.deletedNanos() - object.createdNanos());
        }
        return new Object[] {(long) objects.size(), deleted, snapshots, longestNanos, type};
    }
}
