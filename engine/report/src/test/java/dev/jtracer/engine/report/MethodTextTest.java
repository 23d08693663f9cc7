// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.TraceText;
import dev.jtracer.engine.chrome.read.ChromeTraceReader;
import dev.jtracer.engine.text.Styles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class MethodTextTest {
    private final StringBuilder lines = new StringBuilder();
    private int now;

    private void begin(String name) {
        lines.append("b 1 ").append(now).append(' ').append(name).append('\n');
    }

    private void end(String name) {
        lines.append("e 1 ").append(now).append(' ').append(name).append('\n');
    }

    private void call(String name, int micros) {
        begin(name);
        now += micros;
        end(name);
    }

    private TraceReport read(String word, int slowest) throws IOException {
        byte[] json = TraceText.json(lines.toString()).getBytes(StandardCharsets.UTF_8);
        return TraceReport.read(
                new ChromeTraceReader("trace.json", new ByteArrayInputStream(json)),
                new ReportLimits(slowest, 1_000).forMethod(word));
    }

    private List<String> text(String word) throws IOException {
        TraceReport report = read(word, 4);
        String name = MethodText.matches(report, word).get(0);
        return new MethodText(report, name, 4, UnaryOperator.identity(), Styles.PLAIN)
                .text()
                .lines()
                .map(line -> line.strip().replaceAll(" +", " "))
                .toList();
    }

    private List<String> section(String word, String title) throws IOException {
        List<String> text = text(word);
        int from = text.indexOf(title) + 2;
        assertThat(from).as(title + " in " + text).isGreaterThan(1);
        int length = text.subList(from, text.size()).indexOf("");
        return text.subList(from, length < 0 ? text.size() : from + length);
    }

    /** Adds nine orders of 170 us each, the last of which takes 3 ms more in a find. */
    private MethodTextTest orders() {
        for (int i = 0; i < 9; i++) {
            begin("a.Order.take");
            call("a.Store.find", i == 8 ? 3_120 : 120);
            call("a.Mail.send", 50);
            end("a.Order.take");
        }
        call("a.Store.find", 10);
        return this;
    }

    @Test
    void distribution_hasARowForEachStepWithCalls() throws IOException {
        assertThat(orders().section("find", "How long each took, to within 1.6 %:"))
                .containsExactly(
                        "1 10.0 us 20.0 us #####",
                        "8 100 us 200 us ########################################",
                        "1 2.00 ms 5.00 ms #####");
    }

    @Test
    void callsOfNoLength_haveARowOfTheirOwn() throws IOException {
        call("a.Store.find", 0);
        call("a.Store.find", 3);

        assertThat(section("find", "How long each took, to within 1.6 %:"))
                .containsExactly(
                        "1 0 ns 1 ns ########################################",
                        "1 2.00 us 5.00 us ########################################");
    }

    @Test
    void callersAndCallees_haveTheirCallsAndTimes() throws IOException {
        orders();

        assertThat(section("Store.find", "Called by:"))
                .containsExactly("9 4.08 ms a.Order.take", "1 10.0 us none: a root call");
        assertThat(section("Order.take", "Calls that it made:"))
                .containsExactly("9 4.08 ms a.Store.find", "9 450 us a.Mail.send");
        assertThat(text("Store.find")).doesNotContain("Calls that it made:");
    }

    @Test
    void rootCalls_areThoseThatReachIt_atAnyDepth() throws IOException {
        begin("a.Test.lists");
        begin("a.Order.take");
        begin("a.Store.find");
        call("a.Store.find", 30); // within the outer one's time
        end("a.Store.find");
        end("a.Order.take");
        end("a.Test.lists");
        begin("a.Test.mails");
        call("a.Mail.send", 50);
        end("a.Test.mails");
        begin("a.Test.finds");
        call("a.Store.find", 7);
        end("a.Test.finds");
        call("a.Store.find", 5);

        assertThat(section("Store.find", "Within root calls:"))
                .containsExactly("2 30.0 us a.Test.lists", "1 7.00 us a.Test.finds");
        assertThat(text("a.Test.lists")).doesNotContain("Within root calls:");
    }

    @Test
    void slowestCalls_areThoseOfTheMethodAlone_withTheirRootCalls() throws IOException {
        assertThat(orders().section(
                                "a.Mail.send",
                                "Its slowest calls, with the path from the root call (--call N opens root call N):"))
                .hasSize(2) // half of the rows of a table
                .allSatisfy(line -> assertThat(line).matches("50.0 us 50.0 us .* [1-4] a.Order.take > a.Mail.send"));
    }

    @Test
    void recursion_isCalledByItself_withoutItsTimeTwice() throws IOException {
        begin("a.Deep.down");
        call("a.Deep.down", 70);
        now += 30;
        end("a.Deep.down");

        assertThat(section("down", "Called by:")).containsExactly("1 100 us none: a root call", "1 - itself");
        assertThat(section("down", "Calls that it made:")).containsExactly("1 - itself");
    }

    @Test
    void recursionThroughAnotherMethod_hasItsTimeOnce() throws IOException {
        for (String name : List.of("a.A.one", "a.B.two", "a.A.one", "a.B.two")) {
            begin(name);
            now += 10;
        }
        call("a.A.one", 20);
        for (String name : List.of("a.B.two", "a.A.one", "a.B.two", "a.A.one")) {
            now += 10;
            end(name);
        }

        assertThat(section("one", "Called by:")).containsExactly("1 100 us none: a root call", "2 60.0 us a.B.two");
        assertThat(section("one", "Calls that it made:")).containsExactly("2 80.0 us a.B.two");
    }

    @Test
    void word_namesWhatItIsTheEndOf_andTheSameNameFirst() throws IOException {
        call("a.Store.find", 5);
        call("Store.find", 5);
        call("b.Restore.find", 5);

        TraceReport report = read("find", 4);
        assertThat(MethodText.matches(report, "find")).containsExactly("Store.find", "a.Store.find", "b.Restore.find");
        assertThat(MethodText.matches(report, "Store.find")).containsExactly("Store.find");
        assertThat(MethodText.matches(report, "store.find")).isEmpty();
    }

    @Test
    void slowestCalls_areAbsentWhereOthersTookTheirPlaces() throws IOException {
        call("a.Store.find", 500);
        call("Store.find", 5);

        assertThat(text("Store.find"))
                .contains("How long each took, to within 1.6 %:")
                .noneMatch(line -> line.startsWith("Its slowest calls"));
        assertThat(text("a.Store.find")).anyMatch(line -> line.startsWith("Its slowest calls"));
    }
}
