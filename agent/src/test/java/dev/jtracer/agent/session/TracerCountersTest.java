// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.agent.control.TracerStatus;
import dev.jtracer.agent.control.TracerStatus.Place;
import dev.jtracer.agent.output.Report;
import dev.jtracer.agent.weave.WeaveCounters;
import dev.jtracer.engine.jtr.LostRecords;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TracerCountersTest {
    private final RecorderSpool spool = new RecorderSpool(false);
    private final TracerCounters counters = counters("");

    private TracerCounters counters(String lastFailure) {
        WeaveCounters weaving = new WeaveCounters();
        Overhead overhead = new Overhead(spool, weaving, null);
        return new TracerCounters(
                spool,
                new WriteFailures(Report.ofStderr(), false),
                new AtomicLong(9),
                weaving,
                overhead,
                () -> lastFailure,
                false,
                null,
                null,
                null);
    }

    @Test
    void lastFailure_isInStatusAndFileOnceThereIsOne() {
        TracerCounters failed = counters("java.lang.IllegalStateException");

        assertThat(failed.ofStatus(false))
                .contains(new TracerStatus.Item(
                        "lastRecorderFailure", "last failure", "java.lang.IllegalStateException", Place.LINE));
        assertThat(failed.ofFile(new Figures(0, new LostRecords(0, 0, 0, 1, 0), 0, 0, 0), 0))
                .containsEntry("lastRecorderFailure", "java.lang.IllegalStateException");
    }

    @Test
    void status_hasTheSameRowsInTheSameOrder() {
        assertThat(counters.ofStatus(true).stream().map(TracerCountersTest::row))
                .containsExactly(
                        "SUMMARY lostEvents: lost events",
                        "LINE lostNoFreeBuffer: - no buffer free",
                        "LINE lostAtStop: - at the stop",
                        "LINE lostAtStackEnd: - at stack's end",
                        "LINE recorderFailures: - by failures",
                        "LINE waits: waits",
                        "LINE waitedNanos: ns waited",
                        "SUMMARY classesWoven: classes woven",
                        "SUMMARY methodsWoven: methods woven",
                        "LINE methodsSkipped: methods skipped",
                        "LINE classesFailed: classes failed",
                        "LINE unwrapped: unwrapped",
                        "LINE unlinkedCallbacks: unlinked callbacks",
                        "LINE runsDropped: runs dropped",
                        "LINE tasksWithoutCause: uncaused tasks",
                        "LINE textsDropped: texts dropped",
                        "LINE threadNamesDropped: names dropped",
                        "LINE droppedPoints: dropped points",
                        "JMX overheadNanosPerTiming: ns per timing",
                        "JMX startNanos: ns to start",
                        "JMX weavingNanos: ns of weaving",
                        "JMX tracerCpuNanos: ns of own CPU",
                        "JMX compilerCpuNanos: ns of JIT's CPU");
    }

    private static String row(TracerStatus.Item item) {
        return item.place() + " " + item.key() + ": " + item.label();
    }

    @Test
    void statusForPeople_hasNoCost() {
        assertThat(counters.ofStatus(false).stream().map(TracerCountersTest::row))
                .containsExactlyElementsOf(counters.ofStatus(true).stream()
                        .filter(item -> item.place() != Place.JMX)
                        .map(TracerCountersTest::row)
                        .toList());
    }

    @Test
    void status_countsPointsOfAllRecordings() {
        assertThat(counters.ofStatus(false))
                .contains(new TracerStatus.Item("droppedPoints", "dropped points", 9L, Place.LINE));
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
