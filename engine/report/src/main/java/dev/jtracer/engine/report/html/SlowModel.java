// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report.html;

import dev.jtracer.engine.handler.totals.PassSites;
import dev.jtracer.engine.handler.totals.SlowPass;
import dev.jtracer.engine.handler.totals.ThreadCpu;
import dev.jtracer.engine.handler.totals.Wait;
import dev.jtracer.engine.handler.window.TimeWindow;
import dev.jtracer.engine.json.JsonText;
import dev.jtracer.engine.report.ColumnText;
import dev.jtracer.engine.report.TraceReport;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The slowest calls of a recording, each with the number of the window that shows what surrounds it. */
final class SlowModel {
    private static final int MOST_OF_A_KIND = 10;
    private static final int MOST_PATHS = 300;
    /** Names at each end of a path that is too deep to be shown whole. */
    private static final int MOST_PATH_NAMES = 30;

    /** Part of a call's duration that its window shows before and after it. */
    private static final int MARGIN_PART = 10;

    private final TraceReport report;
    private final NameIndex names;
    private final List<TimeWindow> windows = new ArrayList<>();
    /** By window, the tracks of the calls that it was chosen for. */
    private final List<Set<Integer>> subjects = new ArrayList<>();

    private final Map<String, Object> json = new LinkedHashMap<>();

    SlowModel(TraceReport report, NameIndex names) {
        this.report = report;
        this.names = names;
        json.put("requests", requests());
        json.put("calls", calls());
        json.put("passes", passes());
    }

    Map<String, Object> json() {
        return json;
    }

    /** Returns the windows by their numbers. */
    List<TimeWindow> windows() {
        return List.copyOf(windows);
    }

    /** Returns for each window the tracks of the calls that it was chosen for. */
    List<Set<Integer>> subjects() {
        return List.copyOf(subjects);
    }

    private List<Object> requests() {
        return JsonText.objects(ColumnText.first(report.rootCalls(), MOST_OF_A_KIND), (call, slow) -> {
            putSlow(
                    slow,
                    call.track(),
                    call.startNanos(),
                    call.requestNanos(),
                    call.path().selfNanos());
            slow.put("callNanos", call.durationNanos());
            slow.put("unfinished", call.path().unfinished() > 0);
            slow.put("stalledNanos", call.stalledNanos());
            slow.put("cpu", cpu(call.cpu()));
            slow.put("throughout", call.throughout());
            slow.put("path", call.path().entry().stream().map(names::of).toList());
            slow.put("paths", FlameModel.of(List.of(call.path()), MOST_PATHS, names));
            slow.put("calls", call.path().callsWithin());
            slow.put("states", states(call.track(), call.startNanos(), call.durationNanos()));
            slow.put("waits", waits(call.waits()));
        });
    }

    private List<Object> waits(List<Wait> waits) {
        return JsonText.objects(waits, (wait, json) -> {
            SlowPass run = wait.run();
            json.put("caller", names.of(wait.caller()));
            json.put("nanos", wait.nanos());
            json.put("candidates", wait.candidates());
            json.put("name", names.of(run.name()));
            json.put("site", site(run));
            json.put("queuedNanos", wait.isQueued() ? wait.queuedNanos() : 0);
            json.put("behind", wait.behind());
            json.put("ranNanos", run.runNanos());
            json.put("thread", report.threadName(run.runTrack()));
            json.put("track", run.runTrack());
            json.put("startNanos", run.runStartNanos() - report.meta().startNanos());
            json.put("cpu", cpu(wait.cpu()));
            json.put("busyIn", wait.hasBusyCall() ? names.of(wait.busyIn()) : -1);
            json.put("busyNanos", wait.busyNanos());
            json.put("states", states(run.runTrack(), run.runStartNanos(), run.runNanos()));
            json.put("waits", waits(wait.waits()));
        });
    }

    /** Returns what a thread did that took a tenth of a time, and where most samples were. */
    private List<Object> states(int track, long startNanos, long nanos) {
        return JsonText.objects(report.mostStates(track, startNanos, nanos), (state, json) -> {
            json.put("name", state.name());
            json.put("method", state.method().isEmpty() ? -1 : names.of(state.method()));
            json.put("nanos", state.nanos());
            json.put("count", state.count());
            json.put("samples", state.samples());
        });
    }

    /** Returns the limits of a CPU time; empty if it is not known. */
    private static List<Long> cpu(ThreadCpu.Range cpu) {
        return cpu.isKnown() ? List.of(cpu.leastNanos(), cpu.mostNanos()) : List.of();
    }

    /** Returns the pass site of a callback, whose method then has a name on the page. */
    private String site(SlowPass pass) {
        if (!pass.site().isEmpty()) {
            names.of(PassSites.method(pass.site()));
        }
        return pass.site();
    }

    private List<Object> calls() {
        return JsonText.objects(ColumnText.first(report.slowCalls().bySelf(), MOST_OF_A_KIND), (call, slow) -> {
            putSlow(slow, call.track(), call.startNanos(), call.durationNanos(), call.selfNanos());
            slow.put("unfinished", call.unfinished());
            slow.put("path", path(call.path()));
            slow.put("depth", call.path().size() - 1);
        });
    }

    private List<Object> passes() {
        return JsonText.objects(ColumnText.first(report.slowPasses(), MOST_OF_A_KIND), (pass, slow) -> {
            long nanos = pass.runEndNanos() - pass.passedNanos();
            putSlow(slow, pass.runTrack(), pass.passedNanos(), nanos, pass.runNanos());
            slow.put("path", List.of(names.of(pass.name())));
            slow.put("site", site(pass));
            window(pass.passedNanos(), nanos, pass.passedTrack());
            slow.put("passedBy", report.threadName(pass.passedTrack()));
            slow.put("waitNanos", pass.waitNanos());
        });
    }

    private void putSlow(Map<String, @Nullable Object> slow, int track, long startNanos, long nanos, long selfNanos) {
        slow.put("thread", report.threadName(track));
        slow.put("track", track);
        slow.put("startNanos", startNanos - report.meta().startNanos());
        slow.put("nanos", nanos);
        slow.put("selfNanos", selfNanos);
        slow.put("window", window(startNanos, nanos, track));
    }

    /** Returns the number of the window around a time, added if it is new. */
    private int window(long startNanos, long nanos, int track) {
        // The clocks of two cores may differ: a run may end before its pass.
        long length = Math.max(0, nanos);
        long margin = length / MARGIN_PART + 1;
        TimeWindow window = new TimeWindow(startNanos - margin, startNanos + length + margin);
        int number = windows.indexOf(window);
        if (number < 0) {
            number = windows.size();
            windows.add(window);
            subjects.add(new HashSet<>());
        }
        subjects.get(number).add(track);
        return number;
    }

    /** Returns the indexes of a path's names; of a deep one the ends, and the negative number of those between. */
    private List<Integer> path(List<String> path) {
        List<Integer> indexes = new ArrayList<>();
        int omitted = path.size() - 2 * MOST_PATH_NAMES;
        for (int i = 0; i < path.size(); i++) {
            if (omitted > 0 && i == MOST_PATH_NAMES) {
                indexes.add(-omitted);
                i += omitted;
            }
            indexes.add(names.of(path.get(i)));
        }
        return indexes;
    }
}
