// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.EventConsumer;
import dev.jtracer.engine.event.ImportProblem;
import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.event.SourceReport;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.event.TraceSyntaxException;
import dev.jtracer.engine.event.Track;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The traces of several files, or of a container, as one trace. */
final class MergedTrace extends UnifiedTables implements TraceSource {
    private final List<Path> files;
    private final ImportOptions options;
    private final List<TraceFileReader> readings = new ArrayList<>();

    MergedTrace(List<Path> files, ImportOptions options) {
        super(options.traceLimits());
        this.files = files;
        this.options = options;
    }

    @Override
    public double progress() {
        double size = 0;
        double read = 0;
        for (TraceFileReader reading : readings) {
            size += reading.size;
            read += reading.bytesRead();
        }
        return size > 0 ? read / size : Double.NaN;
    }

    @Override
    public ImportReport read(EventConsumer consumer) throws IOException {
        FileOrder arrangement = FileOrder.of(files, options);
        problems.addAll(arrangement.problems());
        ProcessNumbers processes = new ProcessNumbers(options.traceLimits().maxTracks(), problems);
        for (FileOrder.SurveyedFile file : arrangement.files()) {
            readings.add(new TraceFileReader(file, consumer, placement -> new MergedEvent(this, processes, placement)));
        }
        long events = 0;
        TraceWalk walk = new TraceWalk(options);
        for (TraceFileReader reading : readings) {
            if (!consumer.isDone()) {
                events = reading.read(walk, events);
            }
        }
        return report(events);
    }

    private ImportReport report(long events) {
        List<SourceReport> sources = new ArrayList<>();
        List<String> unreadSections = new ArrayList<>();
        boolean truncated = false;
        for (TraceFileReader reading : readings) {
            problems.addAll(reading.problems);
            sources.addAll(reading.reports);
        }
        for (SourceReport source : sources) {
            truncated |= source.report().truncated();
            problems.addAll(source.report());
            unreadSections.addAll(source.report().unreadSections());
        }
        return new ImportReport(
                events, truncated, metadata(sources), problems.counts(), problems.examples(), unreadSections, sources);
    }

    /** Returns the metadata of the sources, by their names if there are several. */
    private static Args metadata(List<SourceReport> sources) {
        if (sources.size() == 1) {
            return sources.get(0).report().metadata();
        }
        Map<String, Object> all = new LinkedHashMap<>();
        for (SourceReport source : sources) {
            Args metadata = source.report().metadata();
            if (!metadata.isEmpty()) {
                all.put(source.name(), metadata.asMap());
            }
        }
        return Args.of(all);
    }

    /** A reader of the traces in one file, with a report on each. */
    private static final class TraceFileReader implements TraceWalk.Visitor {
        private final Path file;
        /** The bytes of the file, packed or not. */
        private final long size;

        private final Iterator<FileOrder.Placement> remaining;
        private final EventConsumer consumer;
        private final Function<FileOrder.Placement, MergedEvent> translations;
        /** The reports on the traces in the file, in their order. */
        private final List<SourceReport> reports = new ArrayList<>();

        /** The problems that are not in the reports. */
        private final ProblemCounts problems = new ProblemCounts();

        private volatile @Nullable TraceData data;
        private volatile boolean finished;
        private @Nullable Begun begun;
        private long nextIndex;

        TraceFileReader(
                FileOrder.SurveyedFile file,
                EventConsumer consumer,
                Function<FileOrder.Placement, MergedEvent> translations)
                throws IOException {
            this.file = file.path;
            this.size = Files.size(file.path);
            this.remaining = file.placements.iterator();
            this.consumer = consumer;
            this.translations = translations;
        }

        /** Returns the number of bytes read, as far as known. May be called on any thread. */
        double bytesRead() {
            TraceData current = data;
            double progress = current == null ? 0 : current.progress();
            return finished ? size : Double.isNaN(progress) ? 0 : progress * size;
        }

        /**
         * Reads the file; fails if it is no trace, or contains no readable trace. Numbers its events, and returns the
         * index behind the last.
         */
        long read(TraceWalk walk, long firstIndex) throws IOException {
            nextIndex = firstIndex;
            TraceData opened = TraceData.of(file);
            data = opened;
            walk.walk(opened, this);
            finished = true;
            if (reports.stream().allMatch(SourceReport::failed)) {
                String why = reports.isEmpty() ? "it is empty" : reports.get(0).failure();
                throw new TraceSyntaxException(file.toString(), "no trace in it that can be imported, " + why);
            }
            return nextIndex;
        }

        @Override
        public void trace(TraceData data, FormatImporter importer) throws IOException {
            if (!remaining.hasNext()) {
                throw new TraceSyntaxException(
                        data.name(), "the file has changed while it was read; wait until it is written");
            }
            Begun current = new Begun(remaining.next(), importer.name(), nextIndex);
            begun = current;
            TraceSource source = importer.open(data);
            MergedEvent translation = translations.apply(current.placement);
            ImportReport report = source.read(new EventConsumer() {
                @Override
                public void accept(TraceEvent event) {
                    Track track = source.tracks().get(event.track());
                    consumer.accept(translation.of(event, track).setIndex(nextIndex++));
                }

                @Override
                public boolean isDone() {
                    return consumer.isDone();
                }
            });
            begun = null;
            translation.end(source);
            reports.add(current.report(data.name(), "", report));
        }

        @Override
        public void failed(String name, IOException failure) {
            String why = failure.getMessage() == null ? failure.toString() : failure.getMessage();
            Begun part = begun;
            begun = null;
            if (part == null) {
                reports.add(new SourceReport(name, "", why, 0, "", ImportReport.NONE));
            } else {
                ImportReport report = new ImportReport(nextIndex - part.firstIndex, true, Args.EMPTY, Map.of());
                reports.add(part.report(name, why, report));
            }
            problems.add(ImportProblem.SUBTRACE_FAILED, why);
        }

        @Override
        public void damaged(String name, String damage) {
            problems.add(ImportProblem.DAMAGED, name + ": " + damage);
        }

        @Override
        public void cutOff() {
            int last = reports.size() - 1;
            if (last >= 0) {
                SourceReport cut = reports.get(last);
                reports.set(last, cut.withReport(SingleTrace.truncated(cut.report())));
            }
        }

        /** A trace that is being read, whose first event has an index among those of all files. */
        private record Begun(FileOrder.Placement placement, String format, long firstIndex) {
            SourceReport report(String name, String failure, ImportReport report) {
                return new SourceReport(name, format, failure, placement.shiftNanos(), placement.clock(), report);
            }
        }
    }
}
