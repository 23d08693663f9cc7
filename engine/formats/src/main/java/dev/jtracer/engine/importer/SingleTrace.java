// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import dev.jtracer.engine.event.EventConsumer;
import dev.jtracer.engine.event.ForwardingSource;
import dev.jtracer.engine.event.ImportProblem;
import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.event.TraceSource;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** The single trace of a file, plain or compressed, whose events are passed on unchanged. */
final class SingleTrace extends ForwardingSource {
    private final TraceData file;
    private final Deque<ContainerImporter.Subtraces> wrappers;

    private SingleTrace(TraceSource source, TraceData file, Deque<ContainerImporter.Subtraces> wrappers) {
        super(source);
        this.file = file;
        this.wrappers = wrappers;
    }

    /** Returns the trace of the data; closes the data and returns null if they may hold several. */
    static @Nullable TraceSource open(TraceData data, TraceWalk walk) throws IOException {
        Deque<ContainerImporter.Subtraces> wrappers = new ArrayDeque<>();
        boolean opened = false;
        try {
            TraceData current = data;
            TraceImporter importer = walk.find(current);
            while (importer instanceof ContainerImporter container && container.holdsOne()) {
                ContainerImporter.Subtraces wrapper = container.open(current);
                wrappers.push(wrapper);
                TraceData content = wrapper.next();
                if (content == null) {
                    return null;
                }
                walk.unpack(content, wrappers.size());
                current = content;
                importer = walk.find(current);
            }
            if (!(importer instanceof FormatImporter format)) {
                return null;
            }
            TraceSource source = new SingleTrace(format.open(current), data, wrappers);
            opened = true;
            return source;
        } finally {
            if (!opened) {
                close(data, wrappers);
            }
        }
    }

    private static void close(Closeable file, Deque<ContainerImporter.Subtraces> wrappers) throws IOException {
        try (file) {
            for (ContainerImporter.Subtraces wrapper : wrappers) {
                wrapper.close();
            }
        }
    }

    @Override
    public double progress() {
        double own = original().progress();
        return Double.isNaN(own) ? file.progress() : own;
    }

    @Override
    public ImportReport read(EventConsumer consumer) throws IOException {
        try {
            ImportReport report = original().read(consumer);
            boolean cutOff = wrappers.stream().anyMatch(ContainerImporter.Subtraces::cutOff);
            return withDamages(cutOff ? truncated(report) : report);
        } finally {
            close(file, wrappers);
        }
    }

    /** Returns the report with the damage of the containers around the trace. */
    private ImportReport withDamages(ImportReport report) {
        ProblemCounts problems = new ProblemCounts();
        for (ContainerImporter.Subtraces wrapper : wrappers) {
            wrapper.damages().forEach(damage -> problems.add(ImportProblem.DAMAGED, file.name() + ": " + damage));
        }
        return problems.counts().isEmpty() ? report : with(problems, report, report.truncated());
    }

    /** Returns the report with the fact, unknown to its source, that the data are incomplete. */
    static ImportReport truncated(ImportReport report) {
        if (report.truncated()) {
            return report;
        }
        ProblemCounts problems = new ProblemCounts();
        problems.add(ImportProblem.TRUNCATED, "");
        return with(problems, report, true);
    }

    private static ImportReport with(ProblemCounts problems, ImportReport report, boolean truncated) {
        problems.addAll(report);
        return new ImportReport(
                report.events(),
                truncated,
                report.metadata(),
                problems.counts(),
                problems.examples(),
                report.unreadSections(),
                report.sources());
    }
}
