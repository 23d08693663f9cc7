// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.agent.control.TracerStatus;
import dev.jtracer.agent.output.Report;
import dev.jtracer.agent.weave.WeaveCounters;
import dev.jtracer.engine.jtr.LostRecords;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CountersTest {
    private final RecorderSpool spool = new RecorderSpool(false);
    private final Counters counters = counters("");

    private Counters counters(String lastFailure) {
        WeaveCounters weaving = new WeaveCounters();
        Overhead overhead = new Overhead(spool, weaving, null);
        return new Counters(
                spool,
                new WriteFailures(Report.ofStderr(), false),
                new AtomicLong(9),
                weaving,
                overhead,
                () -> lastFailure,
                false,
                null,
                null);
    }

    @Test
    void lastFailure_isInStatusAndFileOnceThereIsOne() {
        Counters failed = counters("java.lang.IllegalStateException");

        assertThat(failed.ofStatus())
                .contains(new TracerStatus.Item(
                        "lastRecorderFailure", "last failure", "java.lang.IllegalStateException"));
        assertThat(failed.ofFile(new Figures(0, new LostRecords(0, 0, 0, 1, 0), 0, 0, 0), 0))
                .containsEntry("lastRecorderFailure", "java.lang.IllegalStateException");
    }

    @Test
    void status_hasTheSameRowsInTheSameOrder() {
        assertThat(counters.ofStatus())
                .extracting(TracerStatus.Item::key, TracerStatus.Item::label)
                .map(row -> row.toList().get(0) + ": " + row.toList().get(1))
                .containsExactly(
                        "lostEvents: lost events",
                        "lostNoFreeBuffer: - no buffer free",
                        "lostAtStop: - at the stop",
                        "lostAtStackEnd: - at stack's end",
                        "recorderFailures: - by failures",
                        "waits: waits",
                        "waitedNanos: ns waited",
                        "classesWoven: classes woven",
                        "methodsWoven: methods woven",
                        "methodsSkipped: methods skipped",
                        "classesFailed: classes failed",
                        "unwrapped: unwrapped",
                        "unlinkedCallbacks: unlinked callbacks",
                        "runsLeftOut: runs left out",
                        "tasksWithoutCause: uncaused tasks",
                        "textsLeftOut: texts left out",
                        "threadNamesLeftOut: names left out",
                        "droppedPoints: dropped points",
                        "overheadNanosPerTiming: ns per timing",
                        "startNanos: ns to start",
                        "weavingNanos: ns of weaving",
                        "tracerCpuNanos: ns of own CPU",
                        "compilerCpuNanos: ns of JIT's CPU");
    }

    @Test
    void status_countsPointsOfAllRecordings() {
        assertThat(counters.ofStatus()).contains(new TracerStatus.Item("droppedPoints", "dropped points", 9L));
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
                        "runsLeftOut",
                        "tasksWithoutCause",
                        "textsLeftOut",
                        "threadNamesLeftOut",
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
