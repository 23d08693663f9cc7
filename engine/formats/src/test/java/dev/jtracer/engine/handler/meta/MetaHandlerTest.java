// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.meta;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.TraceText;
import dev.jtracer.engine.event.TraceWords;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class MetaHandlerTest {
    private static Meta meta(String lines) throws IOException {
        return TraceText.parse(TraceText.json(lines)).data(MetaHandler.class);
    }

    @Test
    void bounds_includeAsyncEventsAndDurations() throws IOException {
        Meta meta = meta("""
                M 1 0 process_sort_index
                b 0x1 5 f
                n 0x1 6 mark
                X 3 7 x "dur":100
                e 0x1 10 f
                """);

        assertThat(meta.startNanos()).isEqualTo(5_000);
        assertThat(meta.endNanos()).isEqualTo(107_000);
        assertThat(meta.durationNanos()).isEqualTo(102_000);
    }

    @Test
    void bounds_ofNothingAreNothing() throws IOException {
        Meta meta = meta("M 1 17 process_name \"args\":{\"name\":\"app\"}");

        assertThat(meta.startNanos()).isZero();
        assertThat(meta.endNanos()).isZero();
    }

    @Test
    void names_areThoseOfTheirProcess() throws IOException {
        Meta meta = meta("""
                M 1:0 0 process_name "args":{"name":"app"}
                M 1:0 0 process_labels "args":{"labels":"a,b"}
                M 1:7 0 thread_name "args":{"name":"main"}
                M 2:7 0 thread_name "args":{"name":"worker"}
                i 2:8 5 mark
                """);

        assertThat(meta.process(1).name()).isEqualTo("app");
        assertThat(meta.process(1).labels()).isEqualTo("a,b");
        assertThat(meta.process(1).threadNames()).containsOnlyKeys(0L, 7L);
        assertThat(meta.process(2).name()).isEmpty();
        assertThat(meta.process(2).threadNames()).containsOnlyKeys(7L, 8L);
        assertThat(meta.threadName(1, 7)).isEqualTo("main");
        assertThat(meta.threadName(2, 7)).isEqualTo("worker");
        assertThat(meta.threadName(3, 7)).isEmpty();
    }

    @Test
    void facts_areThoseOfTheTracer() throws IOException {
        Meta meta = meta("""
                i 1 0 recording "cat":"jtracer","args":{"version":"1.2"}
                i 1 9 recording-end "cat":"jtracer","args":{"lostEvents":3}
                i 1 9 recording "cat":"app","args":{"version":"other"}
                """);

        assertThat(meta.facts()).containsOnlyKeys("recording", "recording-end");
        assertThat(meta.facts().get("recording")).hasToString("{version=1.2}");
    }

    @Test
    void lossesOfSeveralFiles_areAddedUp() throws IOException {
        String json = TraceText.json("""
                i 1 9 END "cat":"jtracer","args":{"fromNanos":0,"lostEvents":500,"live":2}
                i 1 19 END "cat":"jtracer","args":{"fromNanos":9,"lostEvents":0,"live":3}
                """).replace("END", TraceWords.RECORDING_END);

        Meta meta = TraceText.parse(json).data(MetaHandler.class);

        assertThat(meta.facts().get(TraceWords.RECORDING_END)).hasToString("{fromNanos=9, lostEvents=500, live=3}");
    }

    @Test
    void bounds_includeAsyncEventsAlone() throws IOException {
        Meta meta = meta("""
                b 0x1 5 f
                e 0x1 10 f
                """);

        assertThat(meta.startNanos()).isEqualTo(5_000);
        assertThat(meta.endNanos()).isEqualTo(10_000);
    }

    @Test
    void bounds_dropEventsOfOtherClocks() throws IOException {
        Meta meta = meta("""
                I 1 -900 PageLoad.FirstPaint::UMA
                X 1 100 work "dur":50
                R 1 9000 Other::UMA
                """);

        assertThat(meta.startNanos()).isEqualTo(100_000);
        assertThat(meta.endNanos()).isEqualTo(150_000);
    }

    @Test
    void bounds_startWhereTracingStarted() throws IOException {
        Meta meta = meta("""
                b 0x1 50 earlier
                I 1 100 TracingStartedInBrowser
                X 1 110 work "dur":50
                """);

        assertThat(meta.startNanos()).isEqualTo(100_000);
        assertThat(meta.endNanos()).isEqualTo(160_000);
    }

    @Test
    void bounds_neverEndBeforeTheyStart() throws IOException {
        Meta meta = meta("""
                I 1 -20 Histogram::UMA
                M 1 0 process_name "args":{"name":"app"}
                """);

        assertThat(meta.startNanos()).isZero();
        assertThat(meta.endNanos()).isZero();
    }

    @Test
    void metadata_addsUpLabelsAndTellsThreads() throws IOException {
        Meta meta = meta("""
                M 1:0 0 process_sort_index "args":{"sort_index":-5}
                M 1:0 0 process_uptime_seconds "args":{"uptime":"8"}
                M 1:0 0 process_labels "args":{"labels":"a"}
                M 1:0 0 process_labels "args":{"labels":"b"}
                M 1:0 0 process_labels "args":{"labels":"a"}
                M 1:0 0 process_labels
                M 1:7 0 thread_sort_index "args":{"sort_index":3}
                """);

        assertThat(meta.process(1).labels()).isEqualTo("a,b");
        assertThat(meta.process(1).threadNames()).containsEntry(7L, "");
    }

    @Test
    void recordingName_isProgramAndProcessNumber() throws IOException {
        Meta meta = meta("""
                M 4711:0 0 process_name "args":{"name":"com.acme.Main"}
                i 4711:0 0 recording "cat":"jtracer"
                """);

        assertThat(meta.recordingName()).isEqualTo("com.acme.Main (4711)");
    }

    @Test
    void recordingName_isEmptyWithoutAClue() throws IOException {
        assertThat(meta("X 1 1 work").recordingName()).isEmpty();
    }
}
