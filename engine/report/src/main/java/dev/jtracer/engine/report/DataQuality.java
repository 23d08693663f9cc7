// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report;

import dev.jtracer.engine.event.EndFacts;
import dev.jtracer.engine.event.ImportProblem;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.handler.meta.Recordings;
import dev.jtracer.engine.handler.totals.PassSites;
import dev.jtracer.engine.handler.warning.Stalls;
import dev.jtracer.engine.text.CountText;
import dev.jtracer.engine.text.DurationText;
import dev.jtracer.engine.text.PlainText;
import dev.jtracer.engine.text.Styles;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** How far the figures of a report can be trusted: what was lost, and what the tracing itself cost. */
final class DataQuality {
    private static final int MOST_DROPPED = 10;

    private final TraceReport report;
    private final Recordings recordings;

    DataQuality(TraceReport report) {
        this.report = report;
        this.recordings = report.recordings();
    }

    /** Returns whether the end of a recording is missing, and with it the number of lost records. */
    boolean truncated() {
        return report.source().truncated() || !recordings.earlyEnds().isEmpty();
    }

    /** Returns whether more records than are counted may be lost. */
    boolean isLossUnknown() {
        return truncated() || !recordings.damages().isEmpty() || report.source().count(ImportProblem.DAMAGED) > 0;
    }

    /** Returns whether the counters are of a recording of which the trace has only a part. */
    boolean isCut() {
        return recordings.recordings().stream().anyMatch(Recordings.Recording::isCut);
    }

    long lostRecords() {
        return recordings.sum(EndFacts.LOST);
    }

    long overwrittenRecords() {
        return recordings.sum(EndFacts.OVERWRITTEN);
    }

    long waits() {
        return recordings.sum("waits");
    }

    long waitedNanos() {
        return recordings.sum("waitedNanos");
    }

    /** Returns the cost of all timings, in nanoseconds. */
    long overheadNanos() {
        double nanos = 0;
        for (Recordings.Recording recording : recordings.recordings()) {
            nanos += recording.counter("overheadPicosPerTiming") / 1000.0 * recording.counter(EndFacts.RECORDS);
        }
        return Math.round(nanos);
    }

    /** Returns the cost of one timing, on average over the recordings, in nanoseconds; 0 if it is not known. */
    double overheadNanosPerTiming() {
        long records = recordings.sum(EndFacts.RECORDS);
        return records == 0 ? 0 : (double) overheadNanos() / records;
    }

    /** Returns what the tracing cost besides the timings. */
    TracingCost cost() {
        return TracingCost.of(recordings);
    }

    /** Returns everything that is missing from the figures, by a name for programs; without what is 0. */
    Map<String, Long> losses() {
        Map<String, Long> losses = new LinkedHashMap<>();
        for (String counter : List.of(
                EndFacts.LOST,
                EndFacts.OVERWRITTEN,
                "runsDropped",
                "depthCut",
                "tooShort",
                EndFacts.DROPPED_POINTS,
                "classesFailed",
                "methodsSkipped",
                "unwrapped",
                "unlinkedCallbacks",
                "tasksWithoutCause",
                "textsDropped",
                "threadNamesDropped",
                TraceWords.CALLS_DROPPED)) {
            losses.put(counter, recordings.sum(counter));
        }
        losses.put("pathsDropped", report.paths().dropped());
        losses.put("callbacksDropped", report.callbacks().dropped());
        losses.put("runsWithoutPass", report.callbacks().runsWithoutPass());
        losses.values().removeIf(count -> count <= 0);
        return losses;
    }

    /** Returns the lines of the report; those about missing data are alerts. */
    List<String> lines(Styles styles) {
        List<String> lines = new ArrayList<>();
        String warning = new TimingCost(report).warning();
        if (!warning.isEmpty()) {
            lines.add(styles.alert(warning));
        }
        if (!recordings.recordings().isEmpty()) {
            lines.add(lostRecords() == 0 ? recordingLine() : styles.alert(recordingLine()));
        }
        droppedMethods(lines, styles);
        sampleLines().forEach(line -> lines.add(styles.alert(line)));
        recordings
                .earlyEnds()
                .forEach(end -> lines.add(
                        styles.alert("the recording ended before its stop, " + end + "; what followed is not in it")));
        if (report.source().count(ImportProblem.DAMAGED) == 0) { // else it is named among the problems
            recordings.damages().forEach(damage -> lines.add(styles.alert(PlainText.of(damage))));
        }
        if (report.source().truncated() && report.source().count(ImportProblem.GROWING) == 0) {
            lines.add(styles.alert("the trace ends in the middle, as that of a killed process does"));
        }
        report.pairing().labelled().forEach((label, count) -> lines.add(CountText.described(count, label)));
        for (Map.Entry<ImportProblem, Long> problem : report.source().problems().entrySet()) {
            if (problem.getKey() != ImportProblem.TRUNCATED) {
                String example = report.source().examples().getOrDefault(problem.getKey(), "");
                lines.add(styles.alert(
                        CountText.problem(problem.getValue(), problem.getKey().remedy(), example)));
            }
        }
        for (Recordings.Recording recording : recordings.recordings()) {
            String types = recording.counters().text(TraceWords.NOT_FOLLOWED);
            if (types != null && !types.isEmpty()) {
                lines.add(TraceWords.NOT_FOLLOWED_LINE + types);
            }
        }
        if (report.paths().dropped() > 0) {
            lines.add(CountText.plain(report.paths().dropped(), "call")
                    + " below '(other)', because there are too many different paths");
        }
        long tasks = recordings.sum("tasksWithoutCause");
        if (tasks > 0) {
            lines.add(CountText.plain(tasks, "task")
                    + " submitted by other tasks, outside of traced calls: no cause known");
        }
        Stalls stalls = report.stalls();
        if (stalls.count() > 0) {
            lines.add("the JVM stalled " + CountText.of(stalls.count(), "time") + ", "
                    + DurationText.of(stalls.totalNanos()) + " in all, " + DurationText.of(stalls.maxNanos())
                    + " at most (garbage collection, safepoints, too few cores)");
        }
        return lines;
    }

    private void droppedMethods(List<String> lines, Styles styles) {
        for (Recordings.Recording recording : recordings.recordings()) {
            String budget = recording.setting(TraceWords.BUDGET);
            Map<String, ?> end = recording.counters().asMap();
            boolean isCutOff = report.source().truncated() && (end.isEmpty() || end.containsKey(TraceWords.TORN));
            if (!budget.isEmpty() && isCutOff) {
                lines.add(
                        styles.alert(
                                "which methods were dropped for budget=" + PlainText.of(budget)
                                        + " is not known, because the recording has no end; texts on the row 'jtracer' of the trace name them"));
            }
        }
        Map<String, Long> dropped = recordings.droppedMethods();
        if (dropped.isEmpty()) {
            return;
        }
        lines.add(styles.alert(PassSites.counted(dropped.keySet())
                + " dropped, because tracing took more CPU time than its budget; since then their time is in the self time of"
                + " their callers:"));
        dropped.entrySet().stream()
                .limit(MOST_DROPPED)
                .forEach(method -> lines.add("  " + PlainText.of(method.getKey()) + ", "
                        + (method.getValue() == 0
                                ? "from the start"
                                : DurationText.of(method.getValue()) + " after the start")));
        if (dropped.size() > MOST_DROPPED) {
            lines.add("  and " + (dropped.size() - MOST_DROPPED) + " more; --json has all");
        }
    }

    /** Returns a line for each share, and one about recordings with several; none if all calls were recorded. */
    private List<String> sampleLines() {
        Map<String, List<Recordings.Recording>> byShare = new TreeMap<>();
        for (Recordings.Recording recording : recordings.recordings()) {
            byShare.computeIfAbsent(recording.setting(TraceWords.SAMPLED_CALLS), share -> new ArrayList<>())
                    .add(recording);
        }
        List<String> lines = new ArrayList<>();
        byShare.forEach((share, sampled) -> {
            if (!share.isEmpty()) {
                lines.add(sampleLine(share, sampled, byShare.size() > 1));
            }
        });
        if (byShare.size() > 1) {
            lines.add("recordings of different samples are added up: a call of one weighs more than a call of another;"
                    + " report them apart to compare them");
        }
        return lines;
    }

    private static String sampleLine(String share, List<Recordings.Recording> sampled, boolean isOfSome) {
        Recordings all = new Recordings(sampled);
        String chosen = CountText.of(all.sum(TraceWords.CALLS_CHOSEN), "root call");
        String dropped = CountText.of(all.sum(TraceWords.CALLS_DROPPED), "other");
        boolean isKnown =
                sampled.stream().allMatch(recording -> recording.counters().number(TraceWords.CALLS_DROPPED) != null);
        return "a sample of " + share + (isOfSome ? " in " + CountText.of(sampled.size(), "recording") : "") + ": "
                + (isKnown
                        ? chosen + " recorded, " + dropped + " dropped"
                        : chosen + " recorded or more, " + dropped + " dropped or more")
                + "; all figures are of what was recorded";
    }

    private String recordingLine() {
        StringBuilder line = new StringBuilder(isCut() ? "in the whole recording: " : "");
        long traced = isCut() ? 0 : report.tracedNanos();
        long lost = lostRecords();
        if (lost > 0) {
            line.append((isLossUnknown() ? "at least " : "") + CountText.of(lost, "record") + " lost");
        } else {
            // A recording states its losses at its end.
            line.append(isLossUnknown() ? "how many records were lost is not known" : "no record lost");
        }
        if (overwrittenRecords() > 0) {
            line.append(", " + CountText.of(overwrittenRecords(), "older record") + " dropped");
        }
        if (waits() > 0) {
            line.append(", " + CountText.of(waits(), "wait") + " for a buffer, " + DurationText.of(waitedNanos())
                    + " in all");
            if (traced > 0) {
                // A record has its time from before the wait, so the calls around it contain the wait.
                // The wait at the end of a root call is in no call.
                line.append(" (at most " + TotalsText.percent(Math.min(waitedNanos(), traced), traced)
                        + " % of the traced time)");
            }
        }
        if (overheadNanos() > 0) {
            line.append("; a timing cost " + DurationText.of(overheadNanosPerTiming()) + ", all of them "
                    + DurationText.of(overheadNanos()));
            if (traced > 0) {
                line.append(" (" + TotalsText.percent(overheadNanos(), traced) + " % of the traced time)");
            }
        }
        if (!cost().isUnknown()) {
            line.append("; ").append(cost().text(waitedNanos()));
        }
        return line.toString();
    }
}
