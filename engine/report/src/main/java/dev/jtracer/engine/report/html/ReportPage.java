// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report.html;

import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.handler.density.DensityHandler;
import dev.jtracer.engine.handler.window.LongestCalls;
import dev.jtracer.engine.handler.window.LongestCallsHandler;
import dev.jtracer.engine.handler.window.TimeWindow;
import dev.jtracer.engine.handler.window.WindowCalls;
import dev.jtracer.engine.handler.window.WindowsHandler;
import dev.jtracer.engine.json.JsonText;
import dev.jtracer.engine.model.ParsedTrace;
import dev.jtracer.engine.model.TraceProcessor;
import dev.jtracer.engine.pairing.PairingProblem;
import dev.jtracer.engine.report.ReportLimits;
import dev.jtracer.engine.report.ThreadStates;
import dev.jtracer.engine.report.TraceReport;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * The report on a trace as an HTML page. One reading finds the slowest calls and retains the longest ones, which are
 * enough to draw what surrounds a slow call of a large part of the trace. What surrounds the others is collected by a
 * second reading, of what is around these calls if the source can skip the others. Immutable.
 */
public final class ReportPage {
    /** Limit of the calls of a window while they are collected. */
    private static final int MOST_CALLS_OF_WINDOW = 12_000;

    /** Parts of the script, each before those that use it. */
    private static final List<String> SCRIPTS = List.of(
            "format.js",
            "palette.js",
            "dom.js",
            "model.js",
            "canvas.js",
            "facts.js",
            "tables.js",
            "slow.js",
            "timeline.js",
            "overview.js",
            "flame.js",
            "page.js");

    private final PageModel model;
    /** By number of the window; empty if it is to be collected. */
    private final List<Optional<WindowCalls>> windows;

    private final IntFunction<Track> tracks;

    private ReportPage(PageModel model, List<Optional<WindowCalls>> windows, IntFunction<Track> tracks) {
        this.model = model;
        this.windows = windows;
        this.tracks = tracks;
    }

    /** Reads a trace to its end, see {@link TraceReport#read(TraceSource, ReportLimits, ThreadStates)}. */
    public static ReportPage read(TraceSource source, ReportLimits limits, ThreadStates states) throws IOException {
        return read(source, limits, states, new LongestCallsHandler());
    }

    static ReportPage read(
            TraceSource source, ReportLimits limits, ThreadStates states, LongestCallsHandler longestCalls)
            throws IOException {
        List<EventHandler<?>> handlers = new ArrayList<>(TraceReport.handlers(limits));
        handlers.add(new DensityHandler());
        handlers.add(longestCalls);
        ParsedTrace trace = new TraceProcessor(handlers).parse(source);
        TraceReport report = TraceReport.of(trace, source.tracks(), states);
        PageModel model = new PageModel(report, trace.data(DensityHandler.class));
        LongestCalls longest = trace.data(LongestCallsHandler.class);
        List<Optional<WindowCalls>> windows = model.windows().stream()
                .map(window -> longest.in(window, MOST_CALLS_OF_WINDOW))
                .toList();
        return new ReportPage(model, windows, report.tracks()::get);
    }

    /** Returns whether nothing is missing, so that the page can be made without {@link #readAgain}. */
    public boolean isComplete() {
        return windows.stream().allMatch(Optional::isPresent);
    }

    /** Returns whether the states that it was read with are those of the trace's process, and on the page. */
    public boolean hasStates() {
        return !model.report.states().isEmpty();
    }

    /** Reads the same trace a second time. Returns the complete page. */
    public ReportPage readAgain(TraceSource again) throws IOException {
        List<TimeWindow> missing = IntStream.range(0, windows.size())
                .filter(i -> windows.get(i).isEmpty())
                .mapToObj(model.windows()::get)
                .toList();
        // Where times go back, the time of a call depends on those before it.
        boolean isOutOfOrder = model.report.pairing().count(PairingProblem.OUT_OF_ORDER) > 0;
        WindowsHandler handler = new WindowsHandler(missing, MOST_CALLS_OF_WINDOW, isOutOfOrder);
        ParsedTrace trace = new TraceProcessor(List.of(handler)).parse(again);
        Iterator<WindowCalls> collected = trace.data(WindowsHandler.class).iterator();
        List<Optional<WindowCalls>> all = windows.stream()
                .map(window -> Optional.of(window.orElseGet(collected::next)))
                .toList();
        return new ReportPage(model, all, again.tracks()::get);
    }

    /**
     * Returns the page, which must be {@link #isComplete complete}.
     *
     * @param files what was read, for the page's heading
     * @param command the command's words that name these files, for commands that the page offers
     */
    public String html(String files, String command) {
        return text(json(files, command));
    }

    /** Returns what the page shows, see {@link #html}. */
    Map<String, Object> json(String files, String command) {
        return model.json(
                files, command, windows.stream().map(Optional::orElseThrow).toList(), tracks);
    }

    /**
     * Returns the text of a page: the template with its style, its script and the data. The page's policy allows this
     * one script and this one style, by their hashes, and no request at all. The data is JSON that no browser
     * executes.
     */
    private static String text(Map<String, Object> model) {
        String style = resource("page.css");
        StringBuilder script = new StringBuilder("(() => {\n\"use strict\";\n");
        SCRIPTS.forEach(name -> script.append(resource(name)));
        script.append("})();\n");
        return resource("page.html")
                .replace("@STYLE_HASH@", hash(style))
                .replace("@SCRIPT_HASH@", hash(script.toString()))
                .replace("@STYLE@", style)
                .replace("@SCRIPT@", script)
                .replace("@DATA@", data(model));
    }

    /** Returns JSON that ends no element and begins no comment, whatever its strings contain. */
    private static String data(Map<String, Object> model) {
        return JsonText.json(model).replace("<", "\\u003c");
    }

    private static String hash(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return "'sha256-" + Base64.getEncoder().encodeToString(hash) + "'";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    private static String resource(String name) {
        try (InputStream stream = ReportPage.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalStateException("the resource '" + name + "' is missing; build the jar anew");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8).replace("\r", "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
