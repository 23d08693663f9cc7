// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.session;

import dev.jtracer.agent.control.TracerStatus;
import dev.jtracer.agent.drain.SlowFigures;
import dev.jtracer.agent.output.KeptFiles;
import dev.jtracer.agent.output.Report;
import dev.jtracer.agent.weave.WeaveCounters;
import dev.jtracer.bootstrap.LossCounters;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.jtr.LostRecords;
import dev.jtracer.engine.report.TracingCost;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The one list of the tracer's counters: for status, for JMX and for the end of a recording's file. */
final class Counters {
    private final RecorderSpool spool;
    private final WriteFailures writing;
    private final AtomicLong droppedPoints;
    private final WeaveCounters weaving;
    private final Overhead overhead;
    private final Supplier<String> lastFailure;
    private final boolean samplesCalls;
    private final @Nullable SlowFigures slow;
    private final @Nullable KeptFiles files;

    /**
     * @param droppedPoints counts the dropped points of all recordings
     * @param lastFailure class name of the recorder's last failure, empty before the first
     * @param samplesCalls whether only some of the outermost calls are recorded
     * @param slow counts the slow calls of all recordings; null unless only what surrounds them is kept
     * @param files the closed files; null unless a recording has several
     */
    Counters(
            RecorderSpool spool,
            WriteFailures writing,
            AtomicLong droppedPoints,
            WeaveCounters weaving,
            Overhead overhead,
            Supplier<String> lastFailure,
            boolean samplesCalls,
            @Nullable SlowFigures slow,
            @Nullable KeptFiles files) {
        this.samplesCalls = samplesCalls;
        this.slow = slow;
        this.files = files;
        this.spool = spool;
        this.writing = writing;
        this.droppedPoints = droppedPoints;
        this.weaving = weaving;
        this.overhead = overhead;
        this.lastFailure = lastFailure;
    }

    /** Returns the counters since the JVM started, in the order of the status. */
    List<TracerStatus.Item> ofStatus() {
        List<TracerStatus.Item> items = new ArrayList<>();
        for (Counter counter : list(spool.figures(droppedPoints.get()), 0)) {
            if (counter.place != Place.FILE) {
                items.add(new TracerStatus.Item(counter.key, counter.label, counter.value));
            }
        }
        return items;
    }

    /** Returns the counters by key for the end of a recording's file. */
    Map<String, String> ofFile(Recording recording) {
        return ofFile(recording.figuresOfFile(), recording.writer().overwritten());
    }

    Map<String, String> ofFile(Figures figures, long overwritten) {
        Map<String, String> counters = new LinkedHashMap<>();
        for (Counter counter : list(figures, overwritten)) {
            if (counter.place != Place.STATUS) {
                counters.put(counter.key, counter.value.toString());
            }
        }
        return counters;
    }

    /* The status adds the records that a ring has discarded to those without a free buffer; the file keeps them apart. */
    private List<Counter> list(Figures figures, long overwritten) {
        LostRecords lost = figures.lost();
        double nanosPerTiming = overhead.nanosPerTiming();
        TracingCost besides = overhead.besides();
        List<Counter> counters = new ArrayList<>(List.of(
                new Counter(LostRecords.TOTAL, "lost events", lost.total(), Place.BOTH),
                new Counter(
                        LostRecords.NO_FREE_BUFFER,
                        "- no buffer free",
                        lost.noFreeBuffer() + lost.discarded(),
                        Place.STATUS),
                new Counter(LostRecords.NO_FREE_BUFFER, "", lost.noFreeBuffer(), Place.FILE),
                new Counter(LostRecords.AT_STOP, "- at the stop", lost.atStop(), Place.BOTH),
                new Counter(LostRecords.AT_STACK_END, "- at stack's end", lost.atStackEnd(), Place.BOTH),
                new Counter(LostRecords.FAILURES, "- by failures", lost.failures(), Place.BOTH),
                new Counter(LostRecords.DISCARDED, "", lost.discarded(), Place.FILE),
                new Counter("overwrittenEvents", "", overwritten, Place.FILE),
                new Counter("waits", "waits", LossCounters.waits(), Place.BOTH),
                new Counter("waitedNanos", "ns waited", LossCounters.waitedNanos(), Place.BOTH),
                new Counter("classesWoven", "classes woven", weaving.classesWoven(), Place.BOTH),
                new Counter("methodsWoven", "methods woven", weaving.methodsWoven(), Place.BOTH),
                new Counter("methodsSkipped", "methods skipped", weaving.methodsSkipped(), Place.BOTH),
                new Counter("classesFailed", "classes failed", weaving.classesFailed(), Place.BOTH),
                new Counter("unwrapped", "unwrapped", LossCounters.unwrapped(), Place.BOTH),
                new Counter("unlinkedCallbacks", "unlinked callbacks", LossCounters.unlinkedCallbacks(), Place.BOTH),
                new Counter("runsLeftOut", "runs left out", LossCounters.runsLeftOut(), Place.BOTH),
                new Counter("tasksWithoutCause", "uncaused tasks", LossCounters.causesUnknown(), Place.BOTH),
                new Counter("textsLeftOut", "texts left out", LossCounters.textsLeftOut(), Place.BOTH),
                new Counter("threadNamesLeftOut", "names left out", LossCounters.threadNamesLeftOut(), Place.BOTH),
                new Counter("droppedPoints", "dropped points", figures.droppedPoints(), Place.BOTH),
                new Counter("overheadNanosPerTiming", "ns per timing", nanosPerTiming, Place.STATUS),
                new Counter("overheadPicosPerTiming", "", Math.round(nanosPerTiming * 1_000), Place.FILE),
                new Counter("startNanos", "ns to start", besides.startNanos(), Place.BOTH),
                new Counter("weavingNanos", "ns of weaving", besides.weavingNanos(), Place.BOTH),
                new Counter("tracerCpuNanos", "ns of own CPU", besides.tracerCpuNanos(), Place.BOTH),
                new Counter("compilerCpuNanos", "ns of JIT's CPU", besides.compilerCpuNanos(), Place.BOTH)));
        addText(counters, "lastRecorderFailure", "last failure", lastFailure.get(), Place.BOTH);
        if (Report.ofStderr().dropped() > 0) {
            counters.add(new Counter(
                    "linesDropped", "lines dropped", Report.ofStderr().dropped(), Place.STATUS));
        }
        addText(counters, TraceWords.NOT_FOLLOWED, "not followed", weaving.unfollowed(), Place.BOTH);
        if (writing.count() > 0) {
            counters.add(new Counter("diskFailures", "disk failures", writing.count(), Place.BOTH));
        }
        addText(counters, "diskFails", "disk fails", writing.presentText(), Place.STATUS);
        addText(counters, TraceWords.ENDED_EARLY, "ended early", writing.endingText(), Place.BOTH);
        if (samplesCalls) {
            counters.add(new Counter(TraceWords.CALLS_CHOSEN, "outermost calls", figures.callsChosen(), Place.BOTH));
            counters.add(new Counter(TraceWords.CALLS_SKIPPED, "- not sampled", figures.callsSkipped(), Place.BOTH));
        }
        if (slow != null) {
            counters.add(new Counter("slowCalls", "slow calls", slow.found(), Place.BOTH));
            counters.add(new Counter("slowCallsKept", "- kept", slow.found() - slow.givenUp(), Place.BOTH));
            counters.add(new Counter("slowCallsGivenUp", "- given up", slow.givenUp(), Place.BOTH));
        }
        if (files != null) {
            counters.add(new Counter("filesClosed", "files closed", files.closed(), Place.STATUS));
            counters.add(new Counter("filesDeleted", "- deleted", files.deleted(), Place.STATUS));
        }
        return counters;
    }

    private static void addText(List<Counter> counters, String key, String label, String text, Place place) {
        if (!text.isEmpty()) {
            counters.add(new Counter(key, label, text, place));
        }
    }

    /** The outputs that show a counter. */
    private enum Place {
        STATUS,
        FILE,
        BOTH
    }

    /**
     * One counter.
     *
     * @param key its name for programs
     * @param label its name for people, in the status
     * @param value a Long, Double or String
     */
    private record Counter(String key, String label, Object value, Place place) {}
}
