// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.counter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.handler.HandlerRun;
import java.io.IOException;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Among them catapult's three importer tests of counters. */
class CountersHandlerTest {
    private static Counters counters(String lines) throws IOException {
        return HandlerRun.ofLines(new CountersHandler(), lines);
    }

    private static String table(Counters counters) {
        StringBuilder table = new StringBuilder();
        for (Counters.Counter counter : counters.counters()) {
            table.append(counter.pid()).append(' ');
            table.append(counter.name()).append('\n');
            for (Counters.Series series : counter.series()) {
                table.append(String.format(
                        Locale.ROOT,
                        "  %s n %d min %.1f avg %.2f max %.1f start %.1f end %.1f%n",
                        series.name(),
                        series.count(),
                        series.min(),
                        series.average(),
                        series.max(),
                        series.start(),
                        series.end()));
            }
        }
        return table.toString();
    }

    @Test
    void simpleCounter_hasItsSums() throws IOException {
        Counters counters = counters("""
                C 1 0 ctr "cat":"foo","args":{"value":0}
                C 1 10 ctr "cat":"foo","args":{"value":10}
                C 1 20 ctr "cat":"foo","args":{"value":2}
                """);

        assertThat(table(counters)).isEqualTo("""
                1 ctr
                  value n 3 min 0.0 avg 4.00 max 10.0 start 0.0 end 2.0
                """);
    }

    @Test
    void instanceCounters_areOnePerId() throws IOException {
        Counters counters = counters("""
                C 1 0 ctr "cat":"foo","id":0,"args":{"value":1}
                C 1 10 ctr "cat":"foo","id":0,"args":{"value":10}
                C 1 10 ctr "cat":"foo","id":1,"args":{"value":20}
                C 1 15 ctr "cat":"foo","id":1,"args":{"value":30}
                C 1 18 ctr "cat":"bar","id":1,"args":{"value":40}
                """);

        assertThat(table(counters)).isEqualTo("""
                1 ctr[0]
                  value n 2 min 1.0 avg 5.50 max 10.0 start 1.0 end 10.0
                1 ctr[1]
                  value n 2 min 20.0 avg 25.00 max 30.0 start 20.0 end 30.0
                1 ctr[1]
                  value n 1 min 40.0 avg 40.00 max 40.0 start 40.0 end 40.0
                """);
    }

    @Test
    void processes_haveCountersOfTheirOwn() throws IOException {
        Counters counters = counters("""
                C 1:5 0 heap "args":{"used":1}
                C 2:5 0 heap "args":{"used":2}
                C 1:6 1 heap "args":{"used":3}
                """);

        assertThat(counters.counters()).hasSize(2);
        assertThat(counters.counters().get(0).series().get(0).count()).isEqualTo(2);
    }

    @Test
    void series_areThoseOfTheFirstEvent() throws IOException {
        Counters counters = counters("""
                C 1 0 ctr "args":{"a":1,"unit":"bytes","b":2}
                C 1 1 ctr "args":{"b":3}
                C 1 2 ctr "args":{"a":4,"b":5,"later":6,"unit":"bytes"}
                """);

        assertThat(table(counters)).isEqualTo("""
                1 ctr
                  a n 3 min 0.0 avg 1.67 max 4.0 start 1.0 end 4.0
                  b n 3 min 2.0 avg 3.33 max 5.0 start 2.0 end 5.0
                """);
        assertThat(counters.unknownSeries()).isEqualTo(1);
    }

    @Test
    void counter_withoutNumbersIsCountedAndDropped() throws IOException {
        Counters counters = counters("""
                C 1 0 none
                C 1 1 none "args":{"text":"much"}
                C 1 2 some "args":{"n":1}
                """);

        assertThat(counters.withoutNumbers()).isEqualTo(2);
        assertThat(counters.counters()).hasSize(1);
    }

    @Test
    void numbersInQuotes_areNumbers() throws IOException {
        Counters counters = counters("C 1 0 cpu \"args\":{\"used\":\"2.5\",\"NaN\":\"NaN\",\"sign\":\"-\"}");

        assertThat(table(counters)).isEqualTo("""
                1 cpu
                  used n 1 min 2.5 avg 2.50 max 2.5 start 2.5 end 2.5
                """);
    }

    @Test
    void firstAndLastValue_areThoseByTime() throws IOException {
        Counters counters = counters("""
                C 1 30 ctr "args":{"n":3}
                C 1 10 ctr "args":{"n":1}
                C 1 30 ctr "args":{"n":4}
                C 1 20 ctr "args":{"n":2}
                """);

        assertThat(table(counters)).isEqualTo("""
                1 ctr
                  n n 4 min 1.0 avg 2.50 max 4.0 start 1.0 end 4.0
                """);
    }

    @Test
    void chromesMemoryInstants_areACounter() throws IOException {
        Counters counters = counters("""
                I 7:1 5 UpdateCounters "args":{"data":{"documents":3,"jsHeapSizeUsed":4000}}
                I 7:1 6 other "args":{"data":{"documents":3}}
                I 7:1 9 UpdateCounters "args":{"data":{"documents":2,"jsHeapSizeUsed":5000}}
                """);

        assertThat(table(counters)).isEqualTo("""
                7 UpdateCounters
                  documents n 2 min 2.0 avg 2.50 max 3.0 start 3.0 end 2.0
                  jsHeapSizeUsed n 2 min 4000.0 avg 4500.00 max 5000.0 start 4000.0 end 5000.0
                """);
    }

    @Test
    void series_areLimitedInNumber() throws IOException {
        String arguments =
                IntStream.range(0, 300).mapToObj(i -> "\"s" + i + "\":" + i).collect(Collectors.joining(","));
        Counters counters = counters("C 1 0 many \"args\":{" + arguments + "}");

        assertThat(counters.counters().get(0).series()).hasSize(256);
        assertThat(counters.unknownSeries()).isEqualTo(44);
    }
}
