// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.agent.control.TracerStatus;
import dev.jtracer.agent.output.Report;
import dev.jtracer.agent.weave.WeaveCounters;
import dev.jtracer.bootstrap.LossCounter;
import dev.jtracer.bootstrap.RecorderClasses;
import dev.jtracer.engine.jtr.LostRecords;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TracerCountersTest {
    private final RecorderSpool spool = new RecorderSpool(false);
    private final WeaveCounters weaving = new WeaveCounters();
    private final TracerCounters counters = new TracerCounters(
            spool,
            new WriteFailures(Report.ofStderr(), false),
            weaving,
            new Overhead(spool, weaving, null),
            false,
            null,
            null,
            null);

    @BeforeEach
    @AfterEach
    void forgetFailures() {
        RecorderClasses.reset();
    }

    @Test
    void lastFailure_isInStatusAndFileOnceThereIsOne() {
        LossCounter.unwrapped(new IllegalStateException());

        assertThat(counters.ofStatus(false))
                .contains(new TracerStatus.Item(
                        "lastRecorderFailure", "last failure", "java.lang.IllegalStateException", true));
        assertThat(counters.ofFile(new Figures(0, new LostRecords(0, 0, 0, 1, 0), 0, 0, 0), 0))
                .containsEntry("lastRecorderFailure", "java.lang.IllegalStateException");
    }

    @Test
    void status_hasTheSameRowsInTheSameOrder() {
        assertThat(counters.ofStatus(true).stream().map(TracerCountersTest::row))
                .containsExactly(
                        "lostEvents: lost events",
                        "line lostNoFreeBuffer: - no buffer free",
                        "line lostAtStop: - at the stop",
                        "line lostAtStackEnd: - at stack's end",
                        "line recorderFailures: - by failures",
                        "line waits: waits",
                        "line waitedNanos: ns waited",
                        "classesWoven: classes woven",
                        "methodsWoven: methods woven",
                        "line methodsSkipped: methods skipped",
                        "line classesFailed: classes failed",
                        "line unwrapped: unwrapped",
                        "line unlinkedCallbacks: unlinked callbacks",
                        "line runsDropped: runs dropped",
                        "line tasksWithoutCause: uncaused tasks",
                        "line textsDropped: texts dropped",
                        "line threadNamesDropped: names dropped",
                        "line droppedPoints: dropped points",
                        "overheadNanosPerTiming: ns per timing",
                        "startNanos: ns to start",
                        "weavingNanos: ns of weaving",
                        "tracerCpuNanos: ns of own CPU",
                        "compilerCpuNanos: ns of JIT's CPU");
    }

    private static String row(TracerStatus.Item item) {
        return (item.isLine() ? "line " : "") + item.key() + ": " + item.label();
    }

    @Test
    void statusForPeople_hasNoCost() {
        assertThat(counters.ofStatus(false).stream().map(TracerCountersTest::row))
                .containsExactlyElementsOf(counters.ofStatus(true).stream()
                        .filter(item -> !item.label().matches("ns (per|to|of) .*"))
                        .map(TracerCountersTest::row)
                        .toList());
    }

    @Test
    void status_countsPointsOfAllRecordings() {
        spool.pointDropped();

        assertThat(counters.ofStatus(false))
                .contains(new TracerStatus.Item("droppedPoints", "dropped points", 1L, true));
    }

    @Test
    void file_hasTheSameKeysInTheSameOrder() {
        assertThat(counters.ofFile(new Figures(0, new LostRecords(1, 2, 3, 4, 5), 7, 8, 9), 6)
                        .keySet())
                .containsExactly(
                        "lostEvents",
                        "lostNoFreeBuffer",
                        "lostAtStop",
                        "lostAtStackEnd",
                        "recorderFailures",
                        "lostDiscarded",
                        "overwrittenEvents",
                        "waits",
                        "waitedNanos",
                        "classesWoven",
                        "methodsWoven",
                        "methodsSkipped",
                        "classesFailed",
                        "unwrapped",
                        "unlinkedCallbacks",
                        "runsDropped",
                        "tasksWithoutCause",
                        "textsDropped",
                        "threadNamesDropped",
                        "droppedPoints",
                        "overheadPicosPerTiming",
                        "startNanos",
                        "weavingNanos",
                        "tracerCpuNanos",
                        "compilerCpuNanos");
    }

    @Test
    void file_keepsEachCauseOfALoss() {
        LostRecords lost = new LostRecords(1, 2, 3, 4, 5);

        Map<String, String> file = counters.ofFile(new Figures(0, lost, 7, 8, 9), 6);

        assertThat(LostRecords.of(file)).isEqualTo(lost);
        assertThat(file)
                .containsEntry("lostEvents", "15")
                .containsEntry("lostNoFreeBuffer", "1")
                .containsEntry("overwrittenEvents", "6")
                .containsEntry("droppedPoints", "7");
    }
}
