// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.EventConsumer;
import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.event.SourceReport;
import dev.jtracer.engine.event.TraceSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
            size += reading.size();
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
            problems.addAll(reading.problems());
            sources.addAll(reading.reports());
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
}
