// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.TraceText;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
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

        assertThat(meta.events()).isEqualTo(4);
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

        assertThat(meta.processes())
                .containsEntry(1L, new Meta.ProcessInfo("app", "a,b", new TreeMap<>(Map.of(0L, "", 7L, "main"))))
                .containsEntry(2L, new Meta.ProcessInfo("", "", new TreeMap<>(Map.of(7L, "worker", 8L, ""))));
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
}
