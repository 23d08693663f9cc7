// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.session;

import dev.jtracer.agent.control.TracerStatus;
import dev.jtracer.agent.drain.SlowFigures;
import dev.jtracer.agent.output.Report;
import dev.jtracer.agent.output.RetainedFiles;
import dev.jtracer.agent.weave.WeaveCounters;
import dev.jtracer.bootstrap.LossCounter;
import dev.jtracer.engine.event.EndFacts;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.handler.totals.PassSites;
import dev.jtracer.engine.jtr.LostRecords;
import dev.jtracer.engine.report.TracingCost;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The one list of the tracer's counters: for status, for JMX and for the end of a recording's file.
 *
 * @param samplesCalls whether only some of the root calls are recorded
 * @param budget limit of the cost; null for none
 * @param slow counts the slow calls of all recordings; null unless only what surrounds them is retained
 * @param files the closed files; null unless a recording has several
 */
record TracerCounters(
        RecorderSpool spool,
        WriteFailures writing,
        WeaveCounters weaving,
        Overhead overhead,
        boolean samplesCalls,
        @Nullable Budget budget,
        @Nullable SlowFigures slow,
        @Nullable RetainedFiles files) {
    /** Returns the counters since the JVM started, in the order of the status, with the cost if it is wanted. */
    List<TracerStatus.Item> ofStatus(boolean cost) {
        List<TracerStatus.Item> items = new ArrayList<>();
        for (Counter counter : list(spool.figures(), 0, cost)) {
            if (counter.output != Output.FILE) {
                items.add(counter.item);
            }
        }
        return items;
    }

    /** Returns the counters by key for the end of a recording's file, of the figures of all recordings. */
    Map<String, String> ofFile(Recording recording, Figures all) {
        Map<String, String> counters =
                ofFile(recording.ofFile(all), recording.writer().overwritten());
        String dropped = budget == null ? "" : budget.droppedText(recording.header.startNanos());
        if (!dropped.isEmpty()) {
            counters.put(TraceWords.METHODS_DROPPED, dropped);
        }
        return counters;
    }

    Map<String, String> ofFile(Figures figures, long overwritten) {
        Map<String, String> counters = new LinkedHashMap<>();
        for (Counter counter : list(figures, overwritten, true)) {
            if (counter.output != Output.STATUS) {
                counters.put(counter.item.key(), counter.item.value().toString());
            }
        }
        return counters;
    }

    /* The status adds the records that a ring has discarded to those without a free buffer; the file keeps them
     * apart. */
    private List<Counter> list(Figures figures, long overwritten, boolean cost) {
        LostRecords lost = figures.lost();
        List<Counter> counters = new ArrayList<>(List.of(
                new Counter(EndFacts.LOST, "lost events", lost.total(), false, Output.BOTH),
                new Counter(
                        EndFacts.NO_FREE_BUFFER,
                        "- no buffer free",
                        lost.noFreeBuffer() + lost.discarded(),
                        Output.STATUS),
                new Counter(EndFacts.NO_FREE_BUFFER, "", lost.noFreeBuffer(), Output.FILE),
                new Counter(EndFacts.AT_STOP, "- at the stop", lost.atStop(), Output.BOTH),
                new Counter(EndFacts.AT_STACK_END, "- at stack's end", lost.atStackEnd(), Output.BOTH),
                new Counter(EndFacts.FAILURES, "- by failures", lost.failures(), Output.BOTH),
                new Counter(EndFacts.DISCARDED, "", lost.discarded(), Output.FILE),
                new Counter(EndFacts.OVERWRITTEN, "", overwritten, Output.FILE),
                new Counter("waits", "waits", LossCounter.WAITS.count(), Output.BOTH),
                new Counter("waitedNanos", "ns waited", LossCounter.WAITED_NANOS.count(), Output.BOTH),
                new Counter("classesWoven", "classes woven", weaving.classesWoven(), false, Output.BOTH),
                new Counter("methodsWoven", "methods woven", weaving.methodsWoven(), false, Output.BOTH),
                new Counter("methodsSkipped", "methods skipped", weaving.methodsSkipped(), Output.BOTH),
                new Counter("classesFailed", "classes failed", weaving.classesFailed(), Output.BOTH),
                new Counter("unwrapped", "unwrapped", LossCounter.UNWRAPPED.count(), Output.BOTH),
                new Counter("unlinkedCallbacks", "unlinked callbacks", LossCounter.UNLINKED.count(), Output.BOTH),
                new Counter("runsDropped", "runs dropped", LossCounter.RUNS_DROPPED.count(), Output.BOTH),
                new Counter("tasksWithoutCause", "uncaused tasks", LossCounter.CAUSES_UNKNOWN.count(), Output.BOTH),
                new Counter("textsDropped", "texts dropped", LossCounter.TEXTS_DROPPED.count(), Output.BOTH),
                new Counter("threadNamesDropped", "names dropped", LossCounter.threadNamesDropped(), Output.BOTH),
                new Counter(EndFacts.DROPPED_POINTS, "dropped points", figures.droppedPoints(), Output.BOTH)));
        if (cost) {
            addCost(counters);
        }
        addText(counters, "lastRecorderFailure", "last failure", LossCounter.lastFailure(), Output.BOTH);
        if (Report.ofStderr().dropped() > 0) {
            counters.add(new Counter(
                    "linesDropped", "lines dropped", Report.ofStderr().dropped(), Output.STATUS));
        }
        addText(counters, TraceWords.NOT_FOLLOWED, "not followed", weaving.unfollowed(), Output.BOTH);
        if (writing.count() > 0) {
            counters.add(new Counter("diskFailures", "disk failures", writing.count(), Output.BOTH));
        }
        addText(counters, "diskFails", "disk fails", writing.presentText(), Output.STATUS);
        addText(counters, TraceWords.ENDED_EARLY, "ended early", writing.endingText(), Output.BOTH);
        if (samplesCalls) {
            counters.add(new Counter(TraceWords.CALLS_CHOSEN, "root calls", figures.callsChosen(), Output.BOTH));
            counters.add(new Counter(TraceWords.CALLS_DROPPED, "- not sampled", figures.callsDropped(), Output.BOTH));
        }
        if (budget != null) {
            Set<String> dropped = budget.dropped();
            int sites = PassSites.sited(dropped);
            counters.add(new Counter("budgetPercent", "% CPU of tracing", budget.shareText(), Output.STATUS));
            counters.add(new Counter("methodsDropped", "methods dropped", dropped.size() - sites, Output.STATUS));
            counters.add(new Counter("callbacksDropped", "callbacks dropped", sites, Output.STATUS));
        }
        if (slow != null) {
            counters.add(new Counter("slowCalls", "slow calls", slow.found(), Output.BOTH));
            counters.add(new Counter("slowCallsRetained", "- retained", slow.found() - slow.dropped(), Output.BOTH));
            counters.add(new Counter("slowCallsDropped", "- dropped", slow.dropped(), Output.BOTH));
        }
        if (files != null) {
            counters.add(new Counter("filesClosed", "files closed", files.closed(), Output.STATUS));
            counters.add(new Counter("filesDeleted", "- deleted", files.deleted(), Output.STATUS));
        }
        return counters;
    }

    private void addCost(List<Counter> counters) {
        double nanosPerTiming = overhead.nanosPerTiming();
        TracingCost besides = overhead.besides();
        counters.addAll(List.of(
                new Counter("overheadNanosPerTiming", "ns per timing", nanosPerTiming, false, Output.STATUS),
                new Counter("overheadPicosPerTiming", "", Math.round(nanosPerTiming * 1_000), Output.FILE),
                new Counter("startNanos", "ns to start", besides.startNanos(), false, Output.BOTH),
                new Counter("weavingNanos", "ns of weaving", besides.weavingNanos(), false, Output.BOTH),
                new Counter("tracerCpuNanos", "ns of own CPU", besides.tracerCpuNanos(), false, Output.BOTH),
                new Counter("compilerCpuNanos", "ns of JIT's CPU", besides.compilerCpuNanos(), false, Output.BOTH)));
    }

    private static void addText(List<Counter> counters, String key, String label, String text, Output output) {
        if (!text.isEmpty()) {
            counters.add(new Counter(key, label, text, output));
        }
    }

    private enum Output {
        STATUS,
        FILE,
        BOTH
    }

    /** A counter; its label is for the status only. */
    private record Counter(TracerStatus.Item item, Output output) {
        Counter(String key, String label, Object value, boolean isLine, Output output) {
            this(new TracerStatus.Item(key, label, value, isLine), output);
        }

        Counter(String key, String label, Object value, Output output) {
            this(key, label, value, true, output);
        }
    }
}
