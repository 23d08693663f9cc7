// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.TraceText;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The first screen of viewers: names that fit, the first call at the left edge, the main thread on top. */
class ViewersTest {
    private static final String THREADS = TraceText.json("""
            M 1 0 thread_name "args":{"name":"pool-1"}
            M 2 0 thread_name "args":{"name":"early"}
            M 3 0 thread_name "args":{"name":"main"}
            X 1 40 call "dur":5
            X 2 20 call "dur":5
            X 3 30 call "dur":5""");

    private static final String FACTS = TraceText.json("""
            i 0 0 recording "cat":"jtracer","args":{"tool":"t","startEpochMicros":1000}
            X 1 80000 call "dur":5
            i 0 90000 end-of-work "cat":"log"
            i 0 99000 recording "cat":"jtracer","args":{"tool":"t","startEpochMicros":1000}""");

    @ParameterizedTest
    @ValueSource(strings = {"perfetto", "firefox", "speedscope", "devtools"})
    void names_areShortWhereNoTwoMethodsShareThem(String format) throws IOException {
        String text = Exported.shortNames(format, TraceText.json("""
                        X 1 10 a.b.Shop.sell "dur":5
                        X 1 20 a.c.Shop.sell "dur":5
                        X 1 30 a.b.Shop.close "dur":5""")).text();

        assertThat(text)
                .contains("a.b.Shop.sell", "a.c.Shop.sell", "Shop.close")
                .doesNotContain("a.b.Shop.close");
    }

    @ParameterizedTest
    @ValueSource(strings = {"perfetto", "firefox", "speedscope"})
    void packages_areBesideShortNames(String format) throws IOException {
        String trace = TraceText.json("X 1 10 com.acme.Shop.close \"dur\":5");

        assertThat(Exported.shortNames(format, trace).text())
                .contains("com.acme")
                .doesNotContain("com.acme.Shop");
        assertThat(Exported.of(format, trace).text()).contains("com.acme.Shop.close");
    }

    @Test
    void perfetto_hasEachNewNameWithItsNewPackage() throws IOException {
        PerfettoFile file = new PerfettoFile(
                Exported.shortNames("perfetto", TraceText.json("""
                        X 1 10 com.acme.Shop.main "dur":50
                        X 1 20 com.acme.stock.Stock.count "dur":5
                        X 1 30 com.acme.stock.Stock.order "dur":5""")).file());

        assertThat(file.rows).extracting(Exported.Row::name).containsExactly("Shop.main", "Stock.count", "Stock.order");
        assertThat(file.categoriesOfNames)
                .hasSize(3)
                .containsEntry("Shop.main", "com.acme")
                .containsEntry("Stock.order", "com.acme.stock");
    }

    @Test
    void threads_areOrderedByTheirFirstCallsAfterMain() throws IOException {
        assertThat(new SpeedscopeFile(Exported.of("speedscope", THREADS).file()).rows)
                .extracting(Exported.Row::thread)
                .containsExactly("main", "early", "pool-1");
        assertThat(new FirefoxFile(Exported.of("firefox", THREADS).file()).rows)
                .extracting(Exported.Row::thread)
                .containsExactly("main", "early", "pool-1");
        assertThat(Exported.of("chrome-x", THREADS).text())
                .contains("\"tid\":3,\"cat\":\"__metadata\",\"name\":\"thread_sort_index\",\"args\":{\"sort_index\":0}")
                .contains(
                        "\"tid\":2,\"cat\":\"__metadata\",\"name\":\"thread_sort_index\",\"args\":{\"sort_index\":1}");
    }

    private static final String TWO_PROCESSES = """
            [{"ph":"M","pid":1,"tid":0,"name":"process_name","args":{"name":"shop"}},
            {"ph":"M","ts":0,"pid":1,"tid":0,"cat":"jtracer","name":"recording","args":{"include":"a"}},
            {"ph":"b","ts":10,"pid":1,"tid":1,"cat":"java","id2":{"local":"0x1"},"name":"a.A.f"},
            {"ph":"e","ts":20,"pid":1,"tid":1,"cat":"java","id2":{"local":"0x1"},"name":"a.A.f"},
            {"ph":"M","ts":90,"pid":1,"tid":0,"cat":"jtracer","name":"recording end","args":{"records":1}},
            {"ph":"M","pid":2,"tid":0,"name":"process_name","args":{"name":"stock"}},
            {"ph":"M","ts":0,"pid":2,"tid":0,"cat":"jtracer","name":"recording","args":{"include":"b"}},
            {"ph":"b","ts":30,"pid":2,"tid":1,"cat":"java","id2":{"local":"0x1"},"name":"b.B.f"},
            {"ph":"e","ts":40,"pid":2,"tid":1,"cat":"java","id2":{"local":"0x1"},"name":"b.B.f"},
            {"ph":"M","ts":95,"pid":2,"tid":0,"cat":"jtracer","name":"recording end","args":{"records":2}}]""";

    @Test
    void chrome_hasTheNamesAndFactsOfEachProcess() throws IOException {
        for (Exported exported :
                List.of(Exported.of("chrome", TWO_PROCESSES), Exported.streamed("chrome", TWO_PROCESSES))) {
            assertThat(exported.text().lines().map(line -> line.replaceAll("\\.000|,$", "")))
                    .contains(
                            "{\"ph\":\"M\",\"ts\":0,\"pid\":1,\"tid\":0,\"cat\":\"__metadata\",\"name\":\"process_name\",\"args\":{\"name\":\"shop\"}}",
                            "{\"ph\":\"M\",\"ts\":0,\"pid\":2,\"tid\":0,\"cat\":\"__metadata\",\"name\":\"process_name\",\"args\":{\"name\":\"stock\"}}")
                    .anyMatch(line ->
                            line.contains("\"pid\":1,") && line.contains("\"recording\",\"args\":{\"include\":\"a\""))
                    .anyMatch(line ->
                            line.contains("\"pid\":2,") && line.contains("\"recording\",\"args\":{\"include\":\"b\""))
                    .anyMatch(line ->
                            line.contains("\"pid\":1,") && line.contains("\"recording end\",\"args\":{\"records\":1,"))
                    .anyMatch(line ->
                            line.contains("\"pid\":2,") && line.contains("\"recording end\",\"args\":{\"records\":2}"));
        }
    }

    @Test
    void virtualThreads_areAGroupOnTheWayThroughChromesFormat() throws IOException {
        String json = TraceText.json("""
                b 0x9 10 "virtual threads" "cat":"java","tid":9,"id":null,"id2":{"local":"0x9"},"args":{"thread":"worker"}
                b 0x9 20 run "cat":"java","tid":9,"id":null,"id2":{"local":"0x9"}
                e 0x9 30 run "cat":"java","tid":9,"id":null,"id2":{"local":"0x9"}
                """.replace("\"virtual threads\"", "virtual_threads"))
                .replace("virtual_threads", "virtual threads");

        assertThat(Exported.of("perfetto", json).text()).contains("virtual threads");
        assertThat(Exported.of("speedscope", json).text()).contains("virtual threads: ");
        assertThat(Exported.streamed("chrome", json).text()).contains("\"name\":\"virtual threads\"");
        assertThat(Exported.of("chrome", json).text()).contains("\"name\":\"virtual threads\"");
    }

    @Test
    void time_startsAtTheFirstCallAndKeepsItsOrigin() throws IOException {
        List<String> chromeX = Exported.of("chrome-x", FACTS)
                .text()
                .lines()
                .filter(line -> line.contains("\"ts\"") && !line.contains("__metadata"))
                .toList();

        // Viewers begin at the first event. Its time still counts from the start of the recording, whose clock it
        // names.
        assertThat(chromeX)
                .filteredOn(line -> !line.contains("\"ph\":\"M\""))
                .first()
                .asString()
                .contains("\"ts\":80000.000");
        assertThat(chromeX)
                .filteredOn(line -> line.contains("startEpochMicros\":1000"))
                .hasSize(2)
                .allMatch(line -> line.contains("\"ts\":80000.000") || line.contains("\"ts\":90000.000"));
        assertThat(Exported.of("speedscope", FACTS).text()).contains("\"startValue\":80000.000,\"endValue\":90000.000");
    }
}
