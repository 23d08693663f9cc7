// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.TraceText;
import dev.jtracer.engine.event.TraceLimits;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The exporter to Firefox Profiler's format; {@link RoundTripTest} compares its calls with those of random traces.
 */
class FirefoxProfileTest {
    @Test
    void callbacks_areMarkersThatShareAFlow() throws IOException {
        Exported exported = Exported.shortNames("firefox", TraceText.json("""
                M 1 0 thread_name "args":{"name":"main"}
                M 2 0 thread_name "args":{"name":"worker"}
                B 1 10 a.b.Shop.sell
                B 1 20 a.b.Shop.sell[0] "bind_id":"0x7","flow_out":true,"args":{"pass":true}
                E 1 20 a.b.Shop.sell[0]
                E 1 30 a.b.Shop.sell
                B 2 50 a.b.Shop.sell[0] "bind_id":"0x7","flow_in":true,"args":{"callback":true}
                E 2 59 a.b.Shop.sell[0]"""));

        FirefoxFile file = new FirefoxFile(exported.file());
        assertThat(file.markers)
                .containsExactly(
                        "main: Callback passed 20000+0 {text=Shop.sell[0], flow=7}",
                        "worker: Callback run 50000+9000 {text=Shop.sell[0], waited=0.03, from=main, flow=7}");
        assertThat(file.rows).extracting(CallRow::name).containsExactly("a.b.Shop.sell", "a.b.Shop.sell[0]");
        assertThat(exported.report().losses()).isEmpty();
    }

    @Test
    void stall_isAnIntervalThatEndsWhenItWasNoticed() throws IOException {
        Exported exported = Exported.shortNames("firefox", TraceText.json("""
                X 1 10 call "dur":500
                i 0 300 stall "cat":"jtracer","args":{"stallNanos":200000}
                i 1 400 pause "args":{"of":"disk","n":2}"""));

        assertThat(new FirefoxFile(exported.file()).markers)
                .containsExactly(
                        "thread-1: Stall 100000+200000 {text=stallNanos=200000}",
                        "thread-1: pause 400000+0 {text=of=disk, n=2}");
    }

    @Test
    void exceptionsAndOpenCalls_areMarkers() throws IOException {
        Exported exported = Exported.shortNames("firefox", TraceText.json("""
                B 1 10 a.A.open
                X 1 20 a.A.bad "dur":5,"args":{"threw":true}"""));

        assertThat(new FirefoxFile(exported.file()).markers)
                .containsExactly(
                        "thread-1: Unfinished 10000+15000 {text=A.open}",
                        "thread-1: Exception 20000+5000 {text=A.bad}");
    }

    @Test
    void factsAboutTheRecording_areInformationAndNoMarkers() throws IOException {
        FirefoxFile file = new FirefoxFile(
                Exported.shortNames("firefox", TraceText.json("""
                        i 0 0 recording "s":"p","cat":"jtracer","args":{"tool":"jtracer 1","startEpochMicros":1000000}
                        X 1 10 call "dur":5
                        X 1 20 call "dur":5""")).file());

        assertThat(file.markers).isEmpty();
        assertThat(file.meta())
                .contains("label=tool, format=string, value=jtracer 1")
                .contains("startTime=1000.0");
    }

    @Test
    void packages_areCategoriesAndSharedNamesStayFull() throws IOException {
        Exported exported = Exported.shortNames("firefox", TraceText.json("""
                X 1 10 a.Shop.sell "dur":5
                X 1 20 b.Shop.sell "dur":5
                X 1 30 b.Shop.close "dur":5"""));

        assertThat(new FirefoxFile(exported.file()).meta())
                .contains("name=a, color=blue")
                .contains("name=b, color=green");
        assertThat(exported.text()).contains("\"a.Shop.sell\",\"b.Shop.sell\",\"Shop.close\",\"a\",\"b\"");
    }

    @Test
    void threads_areTracksOfTheirProcess() throws IOException {
        Exported exported = Exported.shortNames("firefox", TraceText.json("""
                M 1 0 process_name "args":{"name":"Shop"}
                X 1 10 a "dur":5
                X 2 10 a "dur":5
                X 2:1 10 a "dur":5"""));

        assertThat(exported.text())
                .contains("\"thread-1\",\"isMainThread\":true,\"processType\":\"default\",\"processName\":\"Shop\"")
                .contains("\"thread-2\",\"isMainThread\":false,\"processType\":\"default\",\"processName\":\"Shop\"")
                .contains(
                        "\"thread-1\",\"isMainThread\":true,\"processType\":\"default\",\"processName\":\"process 2\"");
    }

    @Test
    void counters_areDifferencesAsTheViewerAddsThemUp() throws IOException {
        Exported exported = Exported.shortNames("firefox", TraceText.json("""
                X 1 10 call "dur":50
                C 1 20 heap "args":{"used":10}
                C 1 30 heap "args":{"used":4}"""));

        assertThat(exported.text()).contains("\"time\":[0.020000,0.030000],\n\"count\":[10.0,-6.0],\n\"length\":2");
    }

    @Test
    void counters_differencesStayFinite() throws IOException {
        Exported exported = Exported.shortNames("firefox", TraceText.json("""
                X 1 10 call "dur":50
                C 1 20 heap "args":{"used":1e308}
                C 1 30 heap "args":{"used":-1e308}"""));

        assertThat(exported.text())
                .contains("[1.0E308,-1.7976931348623157E308]")
                .doesNotContain("Infinity");
    }

    @Test
    void arrowsToCallsThatWereDropped_areCounted() throws IOException {
        Exported exported = Exported.of("firefox", TraceText.json("""
                X 1 10 from "dur":5,"bind_id":"0x7","flow_out":true
                X 2 30 to "dur":1,"bind_id":"0x7","flow_in":true"""), new TraceLimits(1 << 20, 500, 5000));

        assertThat(exported.report().losses())
                .containsAllEntriesOf(Map.of(ExportLoss.HALF_ARROW, 1L, ExportLoss.TOO_SHORT, 1L));
    }

    @Test
    void stackThatLasts_isInTheGraphFromBeginToEnd() throws IOException {
        Exported exported = Exported.shortNames("firefox", TraceText.json("""
                X 1 0 long "dur":10000
                X 1 10000 short "dur":1
                X 1 20000 last "dur":1"""));

        assertThat(exported.text())
                .contains("\"stack\":[null,0,0,null,1,null,null,2,null]")
                .contains(
                        "\"weight\":[0.000000,10.000000,0.000000,0.000000,0.001000,0.000000,0.000000,0.001000,0.000000]");
    }
}
