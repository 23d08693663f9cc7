// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report.html;

import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.handler.density.DensityHandler;
import dev.jtracer.engine.handler.window.TimeWindow;
import dev.jtracer.engine.handler.window.WindowsHandler;
import dev.jtracer.engine.model.ParsedTrace;
import dev.jtracer.engine.model.TraceProcessor;
import dev.jtracer.engine.pairing.Outline;
import dev.jtracer.engine.report.ReportLimits;
import dev.jtracer.engine.report.TraceReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The report on a trace as an HTML page. The trace is read twice: the first reading finds the slowest calls, the second collects
 * what surrounds them. A source that fills an {@link Outline} reads only what is around these calls again.
 */
public final class ReportPage {
    /** Limit of the calls of a window while they are collected. */
    private static final int MOST_CALLS_OF_WINDOW = 12_000;

    private final PageModel model;
    private final Outline outline;

    private ReportPage(PageModel model, Outline outline) {
        this.model = model;
        this.outline = outline;
    }

    /** Reads a trace to its end for the first time. */
    public static ReportPage read(TraceSource source, ReportLimits limits) throws IOException {
        List<EventHandler<?>> handlers = new ArrayList<>(TraceReport.handlers(limits));
        handlers.add(new DensityHandler());
        Outline outline = new Outline();
        ParsedTrace trace = new TraceProcessor(handlers).parse(source, outline);
        TraceReport report = TraceReport.of(trace, source.tracks());
        // Where times go back, the time of a call depends on those before it.
        Outline usable = trace.pairing().outOfOrder() == 0 ? outline : new Outline();
        return new ReportPage(new PageModel(report, trace.data(DensityHandler.class)), usable);
    }

    /**
     * Reads the same trace a second time.
     *
     * @param files what was read, for the page's heading
     * @param command the command's words that name these files, for commands that the page offers
     * @return the page
     */
    public String html(TraceSource again, String files, String command) throws IOException {
        return PageText.of(json(again, files, command));
    }

    /** Returns what the page shows, see {@link #html}. */
    Map<String, Object> json(TraceSource again, String files, String command) throws IOException {
        List<TimeWindow> windows = model.windows();
        Outline aroundWindows = outline.around(
                (fromNanos, toNanos) -> windows.stream().anyMatch(window -> window.overlaps(fromNanos, toNanos)));
        ParsedTrace trace = new TraceProcessor(List.of(new WindowsHandler(windows, MOST_CALLS_OF_WINDOW)))
                .parse(again, aroundWindows);
        return model.json(files, command, trace.data(WindowsHandler.class), again.tracks());
    }
}
