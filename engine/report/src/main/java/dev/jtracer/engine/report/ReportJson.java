// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report;

import dev.jtracer.engine.handler.path.CallPath;
import dev.jtracer.engine.handler.path.SlowCall;
import dev.jtracer.engine.handler.sample.SampleTotals;
import dev.jtracer.engine.handler.totals.Durations;
import dev.jtracer.engine.handler.totals.Functions;
import dev.jtracer.engine.handler.totals.Histogram;
import dev.jtracer.engine.handler.totals.SlowPass;
import dev.jtracer.engine.handler.totals.ThreadCpu;
import dev.jtracer.engine.handler.totals.Wait;
import dev.jtracer.engine.json.JsonText;
import dev.jtracer.engine.report.section.SectionTable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.AbstractCollection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A report as JSON, for programs: everything that was counted, not only what the text shows. Times are in
 * nanoseconds. Paths are a list of nodes, each with the index of its caller in the list, {@code -1} for a root call:
 * stacks may be deeper than a parser allows objects to be.
 */
public final class ReportJson {
    /** The version of the form, raised when a member changes its meaning. */
    private static final int VERSION = 1;
    /** The start of a file that tells whether it is a report. */
    private static final int START_BYTES = 64;
    /** Traces of other tools may begin with a version, too. */
    private static final Pattern START = Pattern.compile("\\{\"version\":\\d+,\"(trace|requests)\":");

    private final TraceReport report;
    private final long originNanos;

    private ReportJson(TraceReport report, long originNanos) {
        this.report = report;
        this.originNanos = originNanos;
    }

    /** Returns the JSON object, with a line feed at its end. */
    public static String of(TraceReport report) {
        return JsonText.json(new ReportJson(report, 0).json()) + "\n";
    }

    /** Returns whether a file is a report as JSON, of this version or another. */
    public static boolean isReport(Path file) {
        if (!file.toString().endsWith(".json")) {
            return false;
        }
        try (InputStream in = Files.newInputStream(file)) {
            String start = new String(in.readNBytes(START_BYTES), StandardCharsets.ISO_8859_1);
            return START.matcher(start).lookingAt();
        } catch (IOException unreadable) {
            return false; // reading the file reports it
        }
    }

    /**
     * Returns the requests by name and the slowest root calls as a JSON object, with a line feed at its end.
     *
     * @param call number of the only one that is wanted, from 1; 0 for all
     */
    public static String requests(TraceReport report, int call) {
        ReportJson form = new ReportJson(report, 0);
        List<Object> calls = form.rootCalls();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("version", VERSION);
        json.put("requests", form.requests());
        json.put("rootCalls", call == 0 ? calls : calls.subList(call - 1, call));
        return JsonText.json(json) + "\n";
    }

    /**
     * Returns the facts and the tables of the object as maps and lists, without sections, single calls and their
     * paths. Times count from the start of the trace.
     */
    public static Map<String, Object> tables(TraceReport report) {
        ReportJson form = new ReportJson(report, report.meta().startNanos());
        Map<String, Object> json = form.facts();
        json.put("requests", form.requests());
        json.put("threads", form.threads());
        return json;
    }

    private Map<String, Object> facts() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("version", VERSION);
        json.put("trace", trace());
        json.put("dataQuality", dataQuality());
        json.put("recordings", recordings());
        json.put("methods", methods());
        json.put("callbacks", callbacks());
        json.put("samples", samples());
        return json;
    }

    private Map<String, Object> json() {
        Map<String, Object> json = facts();
        json.put("sections", sections());
        json.put("requests", requests());
        json.put("rootCalls", rootCalls());
        json.put("slowestCalls", slowCalls(report.slowCalls().byDuration()));
        json.put("slowestCallsBySelf", slowCalls(report.slowCalls().bySelf()));
        json.put("slowestCallbacks", JsonText.objects(report.slowPasses(), (pass, one) -> putPass(one, pass)));
        json.put("threads", threads());
        json.put("paths", new PathNodes(report.paths().roots()));
        return json;
    }

    private Map<String, Object> trace() {
        Map<String, Object> trace = new LinkedHashMap<>();
        trace.put("events", report.source().events());
        trace.put("calls", report.calls());
        trace.put("runs", report.runs());
        trace.put("startNanos", report.meta().startNanos() - originNanos);
        trace.put("endNanos", report.meta().endNanos() - originNanos);
        trace.put("tracedNanos", report.tracedNanos());
        trace.put("truncated", new DataQuality(report).truncated());
        Map<String, Object> processes = new LinkedHashMap<>();
        report.meta().processes().forEach((pid, process) -> processes.put(Long.toString(pid), process.name()));
        trace.put("processes", processes);
        return trace;
    }

    private Map<String, Object> dataQuality() {
        DataQuality figures = new DataQuality(report);
        Map<String, Object> dataQuality = new LinkedHashMap<>();
        if (!figures.isLossUnknown()) { // else their number is not known
            dataQuality.put("lostRecords", figures.lostRecords());
        }
        if (figures.isCut()) { // the counters are of the whole recording
            dataQuality.put("cut", true);
        }
        dataQuality.put("overwrittenRecords", figures.overwrittenRecords());
        dataQuality.put("waits", figures.waits());
        dataQuality.put("waitedNanos", figures.waitedNanos());
        dataQuality.put("overheadNanosPerTiming", figures.overheadNanosPerTiming());
        dataQuality.put("overheadNanos", figures.overheadNanos());
        dataQuality.putAll(figures.cost().asMap());
        String warning = new TimingCost(report).warning();
        if (!warning.isEmpty()) {
            dataQuality.put("warning", warning);
        }
        Map<String, Long> dropped = report.recordings().droppedMethods();
        if (!dropped.isEmpty()) {
            dataQuality.put("droppedMethods", dropped);
        }
        dataQuality.put("missing", figures.losses());
        dataQuality.put("notPaired", report.pairing().labelled());
        Map<String, Object> problems = new TreeMap<>();
        report.source().problems().forEach((problem, count) -> problems.put(problem.name(), count));
        dataQuality.put("problems", problems);
        Map<String, Object> stalls = new LinkedHashMap<>();
        stalls.put("count", report.stalls().count());
        stalls.put("totalNanos", report.stalls().totalNanos());
        stalls.put("maxNanos", report.stalls().maxNanos());
        dataQuality.put("stalls", stalls);
        return dataQuality;
    }

    private List<Object> recordings() {
        return JsonText.objects(report.recordings().recordings(), (recording, json) -> {
            json.put("pid", recording.pid());
            json.put("settings", recording.settings().asMap());
            json.put("counters", recording.counters().asMap());
        });
    }

    private List<Object> methods() {
        TimingCost cost = new TimingCost(report);
        return JsonText.objects(MethodOrder.SELF.sort(report.functions().rows()), (row, json) -> {
            json.put("name", row.name());
            json.putAll(calls(row));
            json.put("selfNanos", row.selfNanos());
            cost.selfWithoutTracer(row).ifPresent(nanos -> json.put("selfWithoutTracerNanos", nanos));
            json.put("threw", row.threw());
            json.put("unfinished", row.unfinished());
        });
    }

    private static Map<String, Object> calls(Functions.Row row) {
        Map<String, Object> json = durations(row.calls(), row.durations());
        json.put("totalNanos", row.outermostNanos());
        return json;
    }

    private List<Object> callbacks() {
        return JsonText.objects(report.callbacks().rows(), (row, json) -> {
            json.put("name", row.name());
            json.put("site", row.site());
            json.put("passes", row.passes());
            json.put("forwards", row.forwards());
            json.put("repeated", row.repeated());
            json.put("notRun", row.notRunYet());
            json.put("notNeeded", row.notNeeded());
            json.put("unclear", row.unclear());
            json.put("wait", durations(row.runDelay(), row.runDelays()));
            Map<String, Object> run = durations(row.run(), row.runs());
            run.put("totalNanos", row.outermostNanos());
            json.put("run", run);
            json.put("untilLastRunNanos", row.total().totalNanos());
            json.put("selfNanos", row.selfNanos());
            json.put("threw", row.threw());
            json.put("unfinished", row.unfinished());
            json.put("ambiguous", row.ambiguous());
            json.put("onAnotherThread", row.onAnotherThread());
        });
    }

    private List<Object> requests() {
        return JsonText.objects(report.requests().byTotal(), (row, json) -> {
            json.put("name", row.name());
            json.putAll(durations(row.durations(), row.distribution()));
            json.put("count", row.count());
            json.put("notEnded", row.notEnded());
            Map<String, Object> byClass = new LinkedHashMap<>();
            byClass.put("1xx", row.informational());
            byClass.put("2xx", row.successful());
            byClass.put("3xx", row.redirected());
            byClass.put("4xx", row.clientErrors());
            byClass.put("5xx", row.serverErrors());
            json.put("sent", row.isSent());
            json.put("statuses", byClass);
            report.functions().find(row.name()).ifPresent(calls -> {
                json.put("threw", calls.threw());
                json.put("unfinished", calls.unfinished());
                json.put("firstCall", calls(calls));
            });
            OtherRootCalls.child(report.paths().roots(), row.name()).ifPresent(path -> {
                Map<String, Object> shares = new LinkedHashMap<>();
                ReportText.PART_KINDS.forEach(kind -> shares.put(kind, path.nanosOf(kind)));
                json.put("callNanos", path.totalNanos());
                json.put("nanosOfKinds", shares);
            });
        });
    }

    private Map<String, Object> samples() {
        Map<String, Object> samples = new LinkedHashMap<>();
        samples.put("count", report.samples().count());
        samples.put("otherStacks", report.samples().other());
        Map<String, Object> problems = new LinkedHashMap<>();
        report.samples().problems().forEach((problem, count) -> problems.put(problem.text(), count));
        samples.put("problems", problems);
        samples.put("kinds", JsonText.objects(report.samples().kinds(), (kind, json) -> {
            json.put("name", kind.name());
            json.put("count", kind.samples());
            json.put("periods", kind.periods());
            json.put("withoutStack", kind.withoutStack());
            json.put("cutStacks", kind.cutStacks());
            json.put("methods", methods(kind));
        }));
        return samples;
    }

    private List<Object> methods(SampleTotals.Kind kind) {
        return JsonText.objects(report.samples().methods(kind), (method, json) -> {
            json.put("name", method.name());
            json.put("self", method.self());
            json.put("total", method.total());
        });
    }

    private Map<String, Object> sections() {
        Map<String, Object> sections = new LinkedHashMap<>();
        for (SectionTable table : report.sections()) {
            Map<String, Object> section = new LinkedHashMap<>();
            section.put("rows", JsonText.objects(table.rows(), (row, json) -> {
                for (int i = 0; i < row.size(); i++) {
                    json.put(table.columns().get(i).member(), row.get(i));
                }
            }));
            section.put("notes", table.notes());
            sections.put(table.key(), section);
        }
        return sections;
    }

    private static Map<String, Object> durations(Durations durations, Histogram histogram) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("count", durations.count());
        json.put("totalNanos", durations.totalNanos());
        json.put("minNanos", durations.minNanos());
        json.put("averageNanos", durations.averageNanos());
        json.put("p50Nanos", durations.percentileNanos(histogram, 50));
        json.put("p90Nanos", durations.percentileNanos(histogram, 90));
        json.put("p99Nanos", durations.percentileNanos(histogram, 99));
        json.put("p999Nanos", durations.percentileNanos(histogram, 99.9));
        json.put("maxNanos", durations.maxNanos());
        return json;
    }

    private List<Object> rootCalls() {
        return JsonText.objects(report.rootCalls(), (call, json) -> {
            json.put("name", call.name());
            json.put("thread", report.threadName(call.track()));
            json.put("startNanos", call.startNanos());
            json.put("durationNanos", call.durationNanos());
            json.put("requestNanos", call.requestNanos());
            if (call.stalledNanos() > 0) {
                json.put("stalledNanos", call.stalledNanos());
            }
            putCpu(json, call.cpu());
            if (call.throughout()) {
                json.put("throughout", true);
            }
            if (!call.arguments().isEmpty()) {
                json.put("arguments", call.arguments());
            }
            putStates(json, report.states(call.track(), call.startNanos(), call.durationNanos()));
            if (!call.waits().isEmpty()) {
                json.put("waits", waits(call.waits()));
            }
            json.put("paths", new PathNodes(List.of(call.path())));
        });
    }

    private static void putCpu(Map<String, @Nullable Object> json, ThreadCpu.Range cpu) {
        if (cpu.isKnown()) {
            json.put("cpuLeastNanos", cpu.leastNanos());
            json.put("cpuMostNanos", cpu.mostNanos());
        }
    }

    private List<Object> waits(List<Wait> waits) {
        return JsonText.objects(waits, (wait, json) -> {
            json.put("caller", wait.caller());
            json.put("startNanos", wait.startNanos());
            json.put("nanos", wait.nanos());
            json.put("candidates", wait.candidates());
            putPass(json, wait.run());
            if (wait.behind() >= 0) {
                json.put("behind", wait.behind());
            }
            putCpu(json, wait.cpu());
            if (!wait.busyIn().isEmpty()) {
                json.put("busyIn", wait.busyIn());
                json.put("busyNanos", wait.busyNanos());
            }
            SlowPass run = wait.run();
            putStates(json, report.states(run.runTrack(), run.runStartNanos(), run.runNanos()));
            if (!wait.waits().isEmpty()) {
                json.put("waits", waits(wait.waits()));
            }
        });
    }

    private static void putStates(Map<String, @Nullable Object> json, List<ThreadStates.State> states) {
        if (!states.isEmpty()) {
            json.put("states", JsonText.objects(states, (state, one) -> {
                one.put("name", state.name());
                one.put("method", state.method());
                one.put("count", state.count());
                one.put(state.samples() > 0 ? "samples" : "nanos", Math.max(state.samples(), state.nanos()));
            }));
        }
    }

    private List<Object> slowCalls(List<SlowCall> calls) {
        return JsonText.objects(calls, (call, json) -> {
            json.put("name", call.name());
            json.put("path", call.path());
            json.put("thread", report.threadName(call.track()));
            json.put("startNanos", call.startNanos());
            json.put("durationNanos", call.durationNanos());
            json.put("selfNanos", call.selfNanos());
            putStates(json, report.ownStates(call));
            if (call.unfinished()) {
                json.put("unfinished", true);
            }
        });
    }

    private void putPass(Map<String, @Nullable Object> json, SlowPass pass) {
        json.put("name", pass.name());
        json.put("site", pass.site());
        json.put("waitNanos", pass.waitNanos());
        json.put("passedBy", report.threadName(pass.passedTrack()));
        json.put("passedNanos", pass.passedNanos());
        json.put("runBy", report.threadName(pass.runTrack()));
        json.put("runStartNanos", pass.runStartNanos());
        json.put("runEndNanos", pass.runEndNanos());
    }

    private List<Object> threads() {
        return JsonText.objects(report.threads().threads(), (load, json) -> {
            json.put("name", report.threadName(load.track()));
            json.put("pid", report.tracks().get(load.track()).pid());
            json.put("tid", report.tracks().get(load.track()).tid());
            json.put("busyNanos", load.busyNanos());
            json.put("rootCalls", load.roots());
            json.put("callsAndRuns", load.calls());
            json.put("firstNanos", load.firstNanos() - originNanos);
            json.put("lastNanos", load.lastNanos() - originNanos);
        });
    }

    /** Nodes of paths, each made when written: as maps, those of many builds take five times the text's memory. */
    private static final class PathNodes extends AbstractCollection<Object> {
        private final List<CallPath> roots;

        PathNodes(List<CallPath> roots) {
            this.roots = roots;
        }

        @Override
        public Iterator<Object> iterator() {
            CallPath.Walk walk = new CallPath.Walk(roots);
            return new Iterator<>() {
                @Override
                public boolean hasNext() {
                    return walk.hasNext();
                }

                @Override
                public Object next() {
                    CallPath path = walk.next();
                    return node(walk.caller(), path);
                }
            };
        }

        @Override
        public int size() {
            int size = 0;
            for (CallPath.Walk walk = new CallPath.Walk(roots); walk.hasNext(); walk.next()) {
                size++;
            }
            return size;
        }

        private static Map<String, Object> node(int caller, CallPath path) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("caller", caller);
            json.put("name", path.name());
            json.put("calls", path.calls());
            if (path.unfinished() > 0) {
                json.put("unfinished", path.unfinished());
            }
            json.put("totalNanos", path.totalNanos());
            json.put("selfNanos", path.selfNanos());
            return json;
        }
    }
}
