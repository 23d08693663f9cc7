// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.importer.TraceImport;
import dev.jtracer.engine.text.Styles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reports show what a thread did within a root call, from events of JFR whose clock began 1 ms earlier. */
class ThreadStatesTest {
    private static final String TRACE = """
            [
            {"ph":"i","s":"p","name":"recording","cat":"jtracer","pid":2,"tid":0,"ts":0,"args":{"startEpochMicros":5001000}},
            {"ph":"b","name":"Orders.total","cat":"java","id2":{"local":"0x7"},"pid":2,"tid":7,"ts":100},
            {"ph":"b","name":"Orders.price","cat":"java","id2":{"local":"0x7"},"pid":2,"tid":7,"ts":150},
            {"ph":"e","name":"Orders.price","cat":"java","id2":{"local":"0x7"},"pid":2,"tid":7,"ts":180},
            {"ph":"e","name":"Orders.total","cat":"java","id2":{"local":"0x7"},"pid":2,"tid":7,"ts":200}
            ]
            """;

    private final Path directory;

    ThreadStatesTest(@TempDir Path directory) {
        this.directory = directory;
    }

    private ThreadStates states(String events, int pid) throws IOException {
        Path file = Files.writeString(
                directory.resolve("jfr.json"),
                """
                [{"ph":"i","s":"p","name":"recording","cat":"jfr","pid":%d,"tid":0,"ts":0,"args":{"startEpochMicros":5000000}},
                """.formatted(pid) + events.strip().replaceAll(",$", "") + "]");
        return ThreadStates.read(TraceImport.open(List.of(file)));
    }

    private TraceReport report(String events) throws IOException {
        return report(events, 2);
    }

    private TraceReport report(String events, int pid) throws IOException {
        Path file = Files.writeString(directory.resolve("t.json"), TRACE);
        return TraceReport.read(TraceImport.open(List.of(file)), new ReportLimits(5, 1_000), states(events, pid));
    }

    private static String text(TraceReport report) {
        return new ReportText(report, MethodOrder.SELF, 5, UnaryOperator.identity(), Styles.PLAIN).request(1);
    }

    private static String span(String type, String name, int tid, double from, double length, String more) {
        return "{\"ph\":\"X\",\"name\":\"" + name + "\",\"cat\":\"jfr." + type + "\",\"pid\":2,\"tid\":" + tid
                + ",\"ts\":" + from + ",\"dur\":" + length + more + "},\n";
    }

    @Test
    void slowestCallsOfAMethod_haveTheStatesOfTheirThreads() throws IOException {
        String stack = ",\"stack\":[\"Thread.run\",\"Orders.total\",\"Orders.price\",\"LockSupport.park\"]";
        Path file = Files.writeString(directory.resolve("t.json"), TRACE);
        TraceReport report = TraceReport.read(
                TraceImport.open(List.of(file)),
                new ReportLimits(5, 1_000).forMethod("Orders.price"),
                states(span("ThreadPark", "Park: Future", 7, 1155, 20, stack), 2));

        assertThat(new MethodText(report, "Orders.price", 5, UnaryOperator.identity(), Styles.PLAIN).text())
                .endsWith("""

                        What their threads did then, by JFR:
                             took    began    of it  count  state
                          30.0 us  +150 us  20.0 us      1  Park: Future, in Orders.price
                        """);
    }

    @Test
    void state_countsWithinTheCallAndNamesTheInnermostTracedMethod() throws IOException {
        String stack = ",\"stack\":[\"Thread.run\",\"Orders.total\",\"Orders.price\",\"LockSupport.park\"]";
        TraceReport report = report(span("ThreadPark", "Park: Future", 7, 1080, 60, stack)
                + span("ThreadPark", "Park: Future", 7, 1170, 10, stack)
                + span("ThreadPark", "Park: Future", 8, 1100, 90, stack)
                + span("MethodTrace", "Orders.total", 7, 1100, 100, "")
                + span("ThreadPark", "Park: Other", 7, 1195, 6, ""));

        assertThat(text(report))
                .contains("     50.0 us        2 x  JFR: Park: Future, in Orders.price\n")
                .doesNotContain("Other");
        assertThat(ReportJson.requests(report, 1))
                .contains(
                        "\"states\":[{\"name\":\"Park: Future\",\"method\":\"Orders.price\",\"count\":2,\"nanos\":50000},"
                                + "{\"name\":\"Park: Other\",\"method\":\"\",\"count\":1,\"nanos\":5000}]");
    }

    @Test
    void slowCall_hasWhatItDidItself() throws IOException {
        String stack = ",\"stack\":[\"Orders.total\",\"%s\"]";
        TraceReport report = report(span("ThreadSleep", "Sleep", 7, 1100, 45, stack.formatted("Thread.sleep"))
                + span("ThreadPark", "Park", 7, 1151, 28, stack.formatted("Orders.price")));

        assertThat(new ReportText(report, MethodOrder.SELF, 5, UnaryOperator.identity(), Styles.PLAIN).text())
                .contains("Orders.total  (45.0 us JFR: Sleep)\n", "Orders.total > Orders.price  (28.0 us JFR: Park)\n");
        assertThat(ReportJson.of(report))
                .contains(
                        "\"selfNanos\":70000,\"states\":[{\"name\":\"Sleep\",\"method\":\"Orders.total\",\"count\":1,");
    }

    @Test
    void sleepOfAnInnerCallOfTheMethod_isNotThatOfTheOuterOne() throws IOException {
        Path file = Files.writeString(directory.resolve("r.json"), TRACE.replace("Orders.price", "Orders.total"));
        TraceReport report = TraceReport.read(
                TraceImport.open(List.of(file)),
                new ReportLimits(5, 1_000),
                states(span("ThreadSleep", "Sleep", 7, 1151, 28, ",\"stack\":[\"Orders.total\",\"Orders.total\"]"), 2));

        assertThat(new ReportText(report, MethodOrder.SELF, 5, UnaryOperator.identity(), Styles.PLAIN).text())
                .contains("  Orders.total\n", "Orders.total > Orders.total  (28.0 us JFR: Sleep)\n");
        assertThat(report.ownStates(report.slowCalls().bySelf().get(0))).isEmpty();
    }

    @Test
    void details_sayWhoHeldTheMonitorAndWhatWasRead() throws IOException {
        assertThat(text(report(span(
                                "JavaMonitorEnter",
                                "Blocked: Lock",
                                7,
                                1100,
                                40,
                                ",\"args\":{\"previousOwner\":\"pricing-1\"}")
                        + span(
                                "SocketRead",
                                "Socket Read",
                                7,
                                1150,
                                30,
                                ",\"args\":{\"host\":\"db\",\"address\":\"\",\"port\":5432}"))))
                .contains("JFR: Blocked: Lock, held by pricing-1\n", "JFR: Socket Read db:5432\n");
    }

    @Test
    void waitsForOneLock_areOneStateWhoeverHeldIt() throws IOException {
        StringBuilder events = new StringBuilder();
        for (int i = 0; i < 20; i++) {
            String owner = ",\"args\":{\"previousOwner\":\"pool-" + i + "\"}";
            events.append(span("JavaMonitorEnter", "Blocked: Lock", 7, 1100 + i * 5, 5, owner));
        }

        assertThat(text(report(events.toString())))
                .contains("      100 us       20 x  JFR: Blocked: Lock, held by 20 threads\n")
                .doesNotContain("pool-");
        assertThat(text(report(events + span("JavaMonitorEnter", "Blocked: Lock", 7, 1100, 40, ""))))
                .as("of an owner that JFR does not know")
                .contains("       1 x  JFR: Blocked: Lock\n", "      20 x  JFR: Blocked: Lock, held by 20 threads\n");
    }

    @Test
    void pauseOfTheCollector_isThatOfEveryThread() throws IOException {
        assertThat(text(report(span("GCPhasePause", "GC Pause", 99, 1120, 20, "")
                        + span("GarbageCollection", "Young", 99, 1110, 60, ""))))
                .contains("     20.0 us        1 x  JFR: GC Pause\n")
                .doesNotContain("Young");
    }

    @Test
    void samples_showTheMostFrequentMethodFromThreeOn() throws IOException {
        StringBuilder events = new StringBuilder();
        for (int i = 0; i < 3; i++) {
            events.append("{\"ph\":\"P\",\"cat\":\"jfr.ExecutionSample\",\"name\":\"x\",\"pid\":2,\"tid\":7,\"ts\":")
                    .append(1110 + i * 10)
                    .append(",\"stack\":[\"Orders.total\",\"")
                    .append(i == 1 ? "Orders.total" : "HashMap.get")
                    .append("\"]},\n");
        }

        assertThat(text(report(events.toString())))
                .contains("            2 of 3 samples: HashMap.get, in Orders.total\n");
        assertThat(text(report(events.substring(0, events.indexOf("\n") + 1)))).doesNotContain("samples");
    }

    @Test
    void otherProcessOrTime_isNotUsed() throws IOException {
        String park = span("ThreadPark", "Park", 7, 1100, 90, "");

        assertThat(report(park).states().isEmpty()).isFalse();
        assertThat(report(park, 3).states().isEmpty()).isTrue();
        assertThat(report(span("ThreadPark", "Park", 7, 100, 90, "")).states().isEmpty())
                .as("JFR ended before the trace began")
                .isTrue();
    }

    /** The sum over random spans is that of a scan by microsecond. */
    @Test
    void randomSpans_addUp() throws IOException {
        Random random = new Random(4711);
        for (int round = 0; round < 20; round++) {
            boolean[] parked = new boolean[400];
            StringBuilder events = new StringBuilder();
            for (int from = random.nextInt(40); from < 380; ) {
                int length = 1 + random.nextInt(30);
                events.append(span("ThreadPark", "Park", 7, 1000 + from, length, ""));
                for (int i = from; i < Math.min(parked.length, from + length); i++) {
                    parked[i] = true;
                }
                from += length + 1 + random.nextInt(40);
            }
            long expected = 0;
            for (int i = 100; i < 200; i++) {
                expected += parked[i] ? 1_000 : 0;
            }

            TraceReport report = report(events.toString());
            int track = report.rootCalls().get(0).track();
            assertThat(report.states(track, 100_000, 100_000).stream()
                            .mapToLong(ThreadStates.State::nanos)
                            .sum())
                    .as(events.toString())
                    .isEqualTo(expected);
        }
    }
}
