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
        Map<String, List<TracedObject>> byType = snapshots.objects().stream()
                .collect(Collectors.groupingBy(TracedObject::type, TreeMap::new, Collectors.toList()));
        List<List<TracedObject>> types = byType.values().stream()
                .sorted(Comparator.comparing(objects -> -objects.size()))
                .toList();
        SectionTable table = SectionTable.of(
                        "objects", "Objects, by their number; one that was not deleted lives until the end:", types)
                .count("objects", List::size)
                .count("deleted", objects -> objects.stream()
                        .filter(TracedObject::deletionTraced)
                        .count())
                .count("snapshots", objects -> objects.stream()
                        .mapToLong(TracedObject::snapshots)
                        .sum())
                .duration("longest life", objects -> objects.stream()
                        .mapToLong(object -> object.deletedNanos() - object.createdNanos())
                        .reduce(0, Math::max))
                .text("type", objects -> objects.get(0).type())
                .table();
        table.notes("", snapshots.problems());
        return List.of(table);
    }
}
