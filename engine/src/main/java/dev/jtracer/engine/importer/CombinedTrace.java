// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.ImportProblem;
import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.event.SourceReport;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.event.TraceSyntaxException;
import dev.jtracer.engine.event.TrackTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The traces of several files, or of a container, as one. */
final class CombinedTrace implements TraceSource {
    private final List<Path> files;
    private final ImportOptions options;
    private final UnifiedTables tables = new UnifiedTables();

    CombinedTrace(List<Path> files, ImportOptions options) {
        this.files = files;
        this.options = options;
    }

    @Override
    public StringTable names() {
        return tables.names;
    }

    @Override
    public StringTable symbols() {
        return tables.symbols;
    }

    @Override
    public TrackTable tracks() {
        return tables.tracks;
    }

    @Override
    public ImportReport read(Consumer<? super TraceEvent> consumer) throws IOException {
        Arrangement arrangement = Arrangement.of(files, options);
        Reading reading = new Reading(arrangement, consumer);
        TraceWalk walk = new TraceWalk(options);
        for (Path file : arrangement.files()) {
            reading.readFile(TraceData.of(file), walk);
        }
        return reading.finish();
    }

    /** One pass over the files. */
    private final class Reading implements TraceWalk.Visitor {
        private final Consumer<? super TraceEvent> consumer;
        private final ProblemCounts problems;
        private final ProcessNumbers processes;
        private final Iterator<Arrangement.Placement> placements;
        private final List<SourceReport> reports = new ArrayList<>();
        private Arrangement.@Nullable Placement placement;
        private String format = "";
        private long events;
        private long eventsBefore;

        Reading(Arrangement arrangement, Consumer<? super TraceEvent> consumer) {
            this.consumer = consumer;
            this.problems = arrangement.problems();
            this.processes = new ProcessNumbers(problems);
            this.placements = arrangement.placements().iterator();
        }

        void readFile(TraceData file, TraceWalk walk) throws IOException {
            int before = reports.size();
            walk.walk(file, this);
            List<SourceReport> own = reports.subList(before, reports.size());
            if (own.stream().allMatch(SourceReport::failed)) {
                String why = own.isEmpty() ? "it is empty" : own.get(0).failure();
                throw new TraceSyntaxException(file.name(), "no trace in it that can be imported, " + why, "$", 0, 0);
            }
        }

        @Override
        public void trace(TraceData data, FormatImporter importer) throws IOException {
            Arrangement.Placement current = placements.next();
            placement = current;
            format = importer.name();
            eventsBefore = events;
            TraceSource source = importer.open(data);
            TranslatedEvent view = new TranslatedEvent(tables, processes, current);
            ImportReport report = source.read(
                    event -> consumer.accept(view.set(event, source.tracks().get(event.track()), events++)));
            view.nameThreads(source.tracks());
            placement = null;
            reports.add(new SourceReport(data.name(), format, "", current.shiftNanos(), report));
        }

        @Override
        public void failed(String name, IOException failure) {
            boolean begun = placement != null && placement.name().equals(name);
            ImportReport report = new ImportReport(begun ? events - eventsBefore : 0, begun, Args.EMPTY, Map.of());
            long shift = begun && placement != null ? placement.shiftNanos() : 0;
            String why = failure.getMessage() == null ? failure.toString() : failure.getMessage();
            reports.add(new SourceReport(name, begun ? format : "", why, shift, report));
            problems.add(ImportProblem.SUBTRACE_FAILED, why);
            placement = null;
        }

        @Override
        public void cutOff() {
            if (!reports.isEmpty()) {
                SourceReport last = reports.get(reports.size() - 1);
                reports.set(
                        reports.size() - 1,
                        new SourceReport(
                                last.name(),
                                last.format(),
                                last.failure(),
                                last.shiftNanos(),
                                SingleTrace.truncated(last.report())));
            }
        }

        ImportReport finish() {
            EventFeed feed = new EventFeed(tables);
            feed.deliverTo(consumer);
            Consumer<? super EventFeed> additions = options.additions();
            if (additions != null) {
                additions.accept(feed);
            }
            boolean truncated = false;
            for (SourceReport report : reports) {
                truncated |= report.report().truncated();
                problems.addAll(report.report());
            }
            return new ImportReport(
                    events + feed.delivered(), truncated, metadata(), problems.counts(), problems.examples(), reports);
        }

        /** What the sources say, by their names if there are several. */
        private Args metadata() {
            Map<String, Object> all = new LinkedHashMap<>();
            for (SourceReport report : reports) {
                Args metadata = report.report().metadata();
                if (!metadata.isEmpty()) {
                    all.put(report.name(), metadata.asMap());
                }
            }
            return reports.size() == 1 ? reports.get(0).report().metadata() : Args.of(all);
        }
    }
}
