// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.firefox;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceLimits;
import dev.jtracer.engine.event.TraceOutputs;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.exporter.ExportReport;
import dev.jtracer.engine.exporter.NameForm;
import dev.jtracer.engine.exporter.TraceExporter;
import dev.jtracer.engine.exporter.trace.CallCursor;
import dev.jtracer.engine.exporter.trace.ExportedTrace;
import dev.jtracer.engine.exporter.trace.FrameNumbers;
import dev.jtracer.engine.exporter.trace.ThreadRow;
import dev.jtracer.engine.json.JsonText;
import dev.jtracer.engine.text.ShortNames;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * An exporter to Firefox Profiler's own JSON, in which calls are stacks over time: the viewer's call tree, flame
 * graph, stack chart and search work on them. In Chrome's format it shows calls as a list of markers only.
 *
 * <p>The format has a table by column for each thread. Each column is made by its own pass over the calls; only the
 * different stacks, and the markers of one thread, are retained.
 */
public final class FirefoxExporter {
    /** Version of the processed format, not the latest: viewers convert older versions and refuse newer ones. */
    private static final int FORMAT_VERSION = 63;
    /** Version of the format in which Firefox itself reports; nothing here depends on it. */
    private static final int FIREFOX_VERSION = 34;
    /** Number of threads that the viewer shows at first; the others are in its list of tracks. */
    private static final int MOST_VISIBLE_THREADS = 40;
    /** The viewer keeps a category in a byte. */
    private static final int MOST_CATEGORIES = 200;
    /** A thread's graph has fewer pixels. */
    private static final int GRAPH_STEPS = 4096;

    private static final int OTHER = 0;
    private static final int NO_PACKAGE = -1;

    private static final String[] COLORS = {
        "blue", "green", "orange", "purple", "yellow", "lightblue", "magenta", "brown", "red", "lightred", "darkgrey"
    };

    private final ExportedTrace trace;
    private final ColumnWriter out;
    private final long shiftNanos;
    private final FrameNumbers functions;
    private final FrameNumbers packages = new FrameNumbers(new StringTable());
    private final SampleCursor.StackTree stacks = new SampleCursor.StackTree();
    private final FrameNumbers strings = new FrameNumbers(new StringTable());
    private final UnaryOperator<String> names;
    private final CallMarkers markers;
    private final CounterTracks counters;

    /** Exports a trace, as {@link TraceExporter#export} says. */
    public static ExportReport export(TraceSource source, TraceOutputs outputs, TraceLimits limits, NameForm form)
            throws IOException {
        ExportedTrace trace = ExportedTrace.read(source, ExportedTrace.handlers(), limits);
        try (OutputStream out = outputs.open(1)) {
            new FirefoxExporter(trace, trace.names(form), out).run();
        }
        return trace.report(trace.shiftNanos());
    }

    private FirefoxExporter(ExportedTrace trace, UnaryOperator<String> names, OutputStream out) {
        this.trace = trace;
        this.out = new ColumnWriter(out);
        this.shiftNanos = trace.shiftNanos();
        this.functions = new FrameNumbers(trace.trees().names());
        this.names = names;
        this.markers = new CallMarkers(trace, names);
        this.counters = new CounterTracks(trace);
    }

    private void run() throws IOException {
        collectFunctions();
        out.json("{\"meta\":" + JsonText.json(meta()) + ",\n\"libs\":[],\n\"threads\":[");
        Set<String> processes = new HashSet<>();
        for (ThreadRow row : trace.rows()) {
            out.json(row.index() == 0 ? "\n" : ",\n");
            writeThread(row, !row.isVirtual() && processes.add(Processes.pid(row)));
        }
        out.json("],");
        counters.write(out, shiftNanos);
        writeShared();
        out.json("}\n");
        out.flush();
        markers.countHalfArrows();
    }

    /** Collects all functions, because their packages are at the start of the file. */
    private void collectFunctions() {
        for (ThreadRow row : trace.rows()) {
            CallCursor calls = trace.uncounted(row, CallCursor.Times.NESTED);
            while (calls.nextBegin()) {
                if (!trace.isPoint(calls.call())) {
                    functions.of(trace.trees().nameIndex(calls.call()));
                }
            }
        }
        functions.names().forEach(this::packageOf);
    }

    private Map<String, Object> meta() {
        Args facts = trace.meta().facts().getOrDefault(TraceWords.RECORDING, Args.EMPTY);
        Number epochMicros = facts.number(TraceWords.START_EPOCH_MICROS);
        Map<String, Object> meta = new LinkedHashMap<>();
        meta.put("preprocessedProfileVersion", FORMAT_VERSION);
        meta.put("version", FIREFOX_VERSION);
        meta.put("interval", 0.001);
        meta.put("startTime", epochMicros == null ? 0 : (epochMicros.longValue() * 1000 + shiftNanos) / 1e6);
        meta.put("processType", 0);
        meta.put(
                "product",
                trace.rows().isEmpty() ? "jtracer" : Processes.name(trace.rows().get(0), trace.meta()));
        meta.put("importedFrom", "jtracer");
        meta.put("stackwalk", 1);
        meta.put("symbolicated", true);
        meta.put("symbolicationNotSupported", true);
        meta.put("usesOnlyOneStackType", true);
        meta.put("sourceCodeIsNotOnSearchfox", true);
        meta.put("keepProfileThreadOrder", true);
        meta.put("initialVisibleThreads", visibleThreads());
        meta.put("initialSelectedThreads", trace.rows().isEmpty() ? List.of() : List.of(0));
        Map<String, Object> units = new LinkedHashMap<>();
        units.put("time", "ms");
        units.put("eventDelay", "ms");
        units.put("threadCPUDelta", "ns");
        meta.put("sampleUnits", units);
        meta.put("categories", categories());
        meta.put(
                "markerSchema",
                Arrays.stream(Marker.Kind.values()).map(Marker.Kind::schema).toList());
        meta.put("extra", extra());
        return meta;
    }

    private List<Integer> visibleThreads() {
        return trace.rows().stream()
                .sorted(Comparator.comparingInt((ThreadRow row) -> row.index() == 0 ? 0 : 1)
                        .thenComparingInt(row -> -row.calls().calls()))
                .limit(MOST_VISIBLE_THREADS)
                .map(ThreadRow::index)
                .sorted()
                .toList();
    }

    private List<Object> categories() {
        List<Object> categories = new ArrayList<>();
        categories.add(category("Other", "grey"));
        for (String packageName : packages.names()) {
            if (categories.size() < MOST_CATEGORIES) {
                categories.add(category(packageName, COLORS[(categories.size() - 1) % COLORS.length]));
            }
        }
        return categories;
    }

    private static Map<String, Object> category(String name, String color) {
        Map<String, Object> category = new LinkedHashMap<>();
        category.put("name", name);
        category.put("color", color);
        category.put("subcategories", List.of("Other"));
        return category;
    }

    /** Returns the number of the package of a function, or {@link #NO_PACKAGE}. */
    private int packageOf(String name) {
        String packageName = ShortNames.packageOf(name);
        return packageName.isEmpty() ? NO_PACKAGE : packages.of(packageName);
    }

    private int category(String function) {
        int category = packageOf(function) + 1;
        return category < MOST_CATEGORIES ? category : OTHER;
    }

    /** Returns the facts about the recording, which the viewer shows behind its button for information. */
    private List<Object> extra() {
        List<Object> sections = new ArrayList<>();
        for (String name : List.of(TraceWords.RECORDING, TraceWords.RECORDING_END)) {
            Args facts = trace.meta().facts().getOrDefault(name, Args.EMPTY);
            List<Object> entries = JsonText.objects(facts.asMap().entrySet(), (fact, entry) -> {
                entry.put("label", fact.getKey());
                entry.put("format", "string");
                entry.put("value", fact.getValue() instanceof String string ? string : JsonText.json(fact.getValue()));
            });
            if (!entries.isEmpty()) {
                Map<String, Object> section = new LinkedHashMap<>();
                section.put("label", name);
                section.put("entries", entries);
                sections.add(section);
            }
        }
        return sections;
    }

    private void writeThread(ThreadRow row, boolean isMain) throws IOException {
        Map<String, Object> thread = new LinkedHashMap<>();
        thread.put("name", row.name());
        thread.put("isMainThread", isMain);
        thread.put("processType", "default");
        thread.put("processName", Processes.name(row, trace.meta()));
        thread.put("pid", Processes.pid(row));
        thread.put("tid", row.tid());
        thread.put("showMarkersInTimeline", true);
        thread.put("processStartupTime", 0);
        thread.put("registerTime", 0);
        thread.put("pausedRanges", List.of());
        String json = JsonText.json(thread);
        out.json(json.substring(0, json.length() - 1));
        out.json(",\"processShutdownTime\":null,\"unregisterTime\":null,\n\"samples\":{\"weightType\":\"tracing-ms\",");
        writeSamples(row);
        out.json("},\n\"markers\":{");
        writeMarkers(markers.of(row));
        out.json("}}");
    }

    private SampleCursor samples(ThreadRow row) {
        long visibleNanos = (trace.endNanos() - trace.startNanos()) / GRAPH_STEPS;
        return new SampleCursor(trace, row, functions, stacks, visibleNanos);
    }

    private void writeSamples(ThreadRow row) throws IOException {
        out.begin("stack");
        int length = 0;
        for (SampleCursor samples = samples(row); samples.next(); length++) {
            out.numberOrNull(samples.stack());
        }
        out.end();
        out.begin("time");
        for (SampleCursor samples = samples(row); samples.next(); ) {
            out.millis(samples.nanos() - shiftNanos);
        }
        out.end();
        writeWeights(row, length);
        writeBusyTimes(row);
        out.json("\n\"length\":" + length);
    }

    private void writeWeights(ThreadRow row, int length) throws IOException {
        out.begin("weight");
        SampleCursor samples = samples(row);
        boolean more = samples.next();
        for (int i = 0; i < length && more; i++) {
            long start = samples.nanos();
            int stack = samples.stack();
            more = samples.next();
            out.millis(more && stack != SampleCursor.NO_STACK ? samples.nanos() - start : 0);
        }
        out.end();
    }

    /* Without this column the viewer draws a thread at full height between its calls too. */
    /** Writes the nanoseconds that were spent in calls since the previous sample. */
    private void writeBusyTimes(ThreadRow row) throws IOException {
        out.begin("threadCPUDelta");
        long before = 0;
        int stackBefore = SampleCursor.NO_STACK;
        for (SampleCursor samples = samples(row); samples.next(); ) {
            out.number(stackBefore == SampleCursor.NO_STACK ? 0 : samples.nanos() - before);
            before = samples.nanos();
            stackBefore = samples.stack();
        }
        out.end();
    }

    private void writeMarkers(List<Marker> markers) throws IOException {
        out.column("name", markers, marker -> out.number(strings.of(marker.name())));
        out.column("startTime", markers, marker -> out.millis(marker.startNanos() - shiftNanos));
        out.column("endTime", markers, marker -> out.millis(marker.endNanos() - shiftNanos));
        out.column("phase", markers, marker -> out.number(marker.phase()));
        out.repeat("category", Integer.toString(OTHER), markers.size());
        out.column(
                "data",
                markers,
                marker -> out.value(marker.json(marker.flow().isEmpty() ? 0 : strings.of(marker.flow()))));
        out.json("\n\"length\":" + markers.size());
    }

    private void writeShared() throws IOException {
        out.json("\n\"shared\":{");
        writeStacks();
        writeFunctions();
        out.json("\n\"nativeSymbols\":{\"libIndex\":[],\"address\":[],\"name\":[],\"functionSize\":[],\"length\":0},"
                + "\n\"sources\":{\"id\":[],\"filename\":[],\"startLine\":[],\"startColumn\":[],\"sourceMapURL\":[],"
                + "\"length\":0},");
        out.begin("stringArray");
        for (String string : strings.names()) {
            out.value(JsonText.json(string));
        }
        out.json("]}");
    }

    private void writeStacks() throws IOException {
        out.json("\n\"stackTable\":{");
        out.numbers("frame", stacks.size(), stacks::function);
        out.numbers("prefix", stacks.size(), stacks::caller);
        out.json("\n\"length\":" + stacks.size() + "},");
    }

    /** Writes the functions, a frame for each, and a resource for each package. */
    private void writeFunctions() throws IOException {
        List<String> functionNames = functions.names();
        int count = functionNames.size();
        out.json("\n\"frameTable\":{");
        out.repeat("address", "-1", count);
        out.repeat("inlineDepth", "0", count);
        out.column("category", functionNames, name -> out.number(category(name)));
        out.repeat("subcategory", "0", count);
        out.numbers("func", count, function -> function);
        for (String column : List.of("nativeSymbol", "innerWindowID", "line", "column")) {
            out.repeat(column, "null", count);
        }
        out.json("\n\"length\":" + count + "},\n\"funcTable\":{");
        out.column("name", functionNames, name -> out.number(strings.of(names.apply(name))));
        out.repeat("isJS", "false", count);
        out.repeat("relevantForJS", "false", count);
        out.column("resource", functionNames, name -> out.value(Integer.toString(packageOf(name))));
        for (String column : List.of("source", "lineNumber", "columnNumber")) {
            out.repeat(column, "null", count);
        }
        out.json("\n\"length\":" + count + "},\n\"resourceTable\":{");
        writePackages();
    }

    private void writePackages() throws IOException {
        List<String> packageNames = packages.names();
        out.column("name", packageNames, packageName -> out.number(strings.of(packageName)));
        out.repeat("host", "null", packageNames.size());
        out.repeat("lib", "null", packageNames.size());
        out.repeat("type", "1", packageNames.size());
        out.json("\n\"length\":" + packageNames.size() + "},");
    }
}
