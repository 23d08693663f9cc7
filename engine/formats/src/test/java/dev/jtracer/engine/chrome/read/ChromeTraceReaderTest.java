// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.jtracer.engine.EventValues;
import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.ImportLimits;
import dev.jtracer.engine.event.ImportProblem;
import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.StackFrames;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceSyntaxException;
import dev.jtracer.engine.importer.TraceData;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChromeTraceReaderTest {
    private static final String EVENT = "{\"ph\":\"i\",\"ts\":1,\"name\":\"a\"}";

    private final List<TraceEvent> events = new ArrayList<>();

    private ImportReport read(String json) throws IOException {
        return read(json.getBytes(StandardCharsets.UTF_8));
    }

    private static ChromeTraceReader reader(String json) {
        return new ChromeTraceReader("trace.json", new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)));
    }

    private ImportReport read(byte[] file) throws IOException {
        ChromeTraceReader reader = new ChromeTraceReader("trace.json", new ByteArrayInputStream(file));
        return reader.read(event -> events.add(event.copy()));
    }

    @Test
    void event_hasAllItsMembers() throws IOException {
        read("""
                [{"name":"f","cat":"x,y","ph":"X","ts":81235.567,"dur":2.5,"pid":7,"tid":9,"s":"t",
                  "tts":1.5,"tdur":0.25,"bind_id":"0x5","flow_out":true,"flow_in":false,
                  "args":{"detail":"d","n":3,"big":123456789012345678901234567890,"half":0.5,"yes":true,"no":null,
                          "list":[1,[],{}],"deep":{"a":{"b":"c"}}}}]
                """);

        TraceEvent event = events.get(0);
        assertThat(event.phase()).isEqualTo(Phase.COMPLETE);
        assertThat(event.name()).isEqualTo("f");
        assertThat(event.category()).isEqualTo("x,y");
        assertThat(event.tsNanos()).isEqualTo(81_235_567);
        assertThat(event.durNanos()).isEqualTo(2_500);
        assertThat(event.pid()).isEqualTo(7);
        assertThat(event.tid()).isEqualTo(9);
        assertThat(event.otherFields().asMap()).isEqualTo(Map.of("s", "t"));
        assertThat(event.bindId()).isEqualTo(5);
        assertThat(event.hasDetails()).isTrue();
        assertThat(event.flags()).isEqualTo(SpanFlags.FLOW_OUT);
        Args args = event.args();
        assertThat(args.text("detail")).isEqualTo("d");
        assertThat(args.number("n")).isEqualTo(3L);
        assertThat(args.number("big")).hasToString("123456789012345678901234567890");
        assertThat(args.number("half")).isEqualTo(0.5);
        assertThat(args.flag("yes")).isTrue();
        assertThat(args.asMap()).containsEntry("no", null).containsEntry("list", List.of(1L, List.of(), Map.of()));
        assertThat(args.object("deep").object("a").text("b")).isEqualTo("c");
    }

    @Test
    void view_isReusedAndCopiesAreNot() throws IOException {
        List<TraceEvent> views = new ArrayList<>();
        String json =
                "[{\"ph\":\"i\",\"ts\":1,\"name\":\"a\",\"args\":{\"k\":\"v\"}},{\"ph\":\"i\",\"ts\":2,\"name\":\"b\"}]";
        new ChromeTraceReader("t", new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8))).read(event -> {
            views.add(event);
            events.add(event.copy());
        });

        assertThat(views.get(0)).isSameAs(views.get(1));
        assertThat(views.get(0).args().isEmpty()).isTrue();
        assertThat(events).extracting(TraceEvent::name).containsExactly("a", "b");
        assertThat(events.get(0).args().text("k")).isEqualTo("v");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[EVENT,EVENT]",
                "[EVENT,EVENT,]",
                "[EVENT,EVENT,\n]\n",
                "\uFEFF[EVENT,EVENT]",
                "  [\r\nEVENT,\r\nEVENT\r\n]\r\n",
                "{\"traceEvents\":[EVENT,EVENT]}",
                "{\"traceEvents\":[EVENT,EVENT,],\"displayTimeUnit\":\"ns\",}",
                "{\"otherData\":{\"traceEvents\":[EVENT]},\"traceEvents\":[EVENT,EVENT]}"
            })
    void completeForms_areRead(String form) throws IOException {
        ImportReport report = read(form.replace("EVENT", EVENT));

        assertThat(report.events()).isEqualTo(2);
        assertThat(report.truncated()).isFalse();
        assertThat(report.problems()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[EVENT,EVENT",
                "[EVENT,EVENT,",
                "[EVENT,EVENT,\n",
                "[EVENT,EVENT,{\"ph\":\"i\",\"ts\":",
                "[EVENT,EVENT,{\"ph\":\"i\",\"ts\":3,\"name\":\"c\"",
                "{\"traceEvents\":[EVENT,EVENT",
                "{\"traceEvents\":[EVENT,EVENT]",
                "{\"traceEvents\":[EVENT,EVENT],\"metadata\":{\"a\":tr"
            })
    void cutForms_keepTheirCompleteEvents(String form) throws IOException {
        ImportReport report = read(form.replace("EVENT", EVENT));

        assertThat(report.events()).isEqualTo(2);
        assertThat(report.truncated()).isTrue();
        assertThat(report.count(ImportProblem.TRUNCATED)).isEqualTo(1);
    }

    @Test
    void emptyList_isATraceOfNothing() throws IOException {
        ImportReport report = read("[]");

        assertThat(report.events()).isZero();
        assertThat(report.truncated()).isFalse();
    }

    @Test
    void nothing_isATraceCutAtItsStart() throws IOException {
        ImportReport report = read("");

        assertThat(report.events()).isZero();
        assertThat(report.truncated()).isTrue();
    }

    @Test
    void membersBesideTheEvents_areKept() throws IOException {
        ImportReport report = read("""
                {"displayTimeUnit":"ns","traceEvents":[],"otherData":{"version":"1"},"traceAnnotations":[{"a":1}],
                 "metadata":{"clock-domain":"LINUX"}}
                """);

        assertThat(report.metadata().text("displayTimeUnit")).isEqualTo("ns");
        assertThat(report.metadata().object("otherData").text("version")).isEqualTo("1");
        assertThat(report.metadata().object("metadata").text("clock-domain")).isEqualTo("LINUX");
        assertThat(report.metadata().asMap()).containsEntry("traceAnnotations", List.of(Map.of("a", 1L)));
        assertThat(report.problems()).isEmpty();
    }

    @Test
    void displayTimeUnit_otherThanMsAndNsIsCounted() throws IOException {
        assertThat(read("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[]}").problems())
                .isEmpty();
        assertThat(read("{\"displayTimeUnit\":\"s\",\"traceEvents\":[]}").count(ImportProblem.UNKNOWN_TIME_UNIT))
                .isEqualTo(1);
    }

    @Test
    void tracesOfOtherFormats_areNamed() throws IOException {
        ImportReport report = read("""
                {"systemTraceEvents":"# tracer: nop","traceEvents":[EVENT],"powerTraceAsString":"","cgroupDump":[[]]}
                """.replace("EVENT", EVENT));

        assertThat(report.unreadSections()).containsExactly("systemTraceEvents", "powerTraceAsString", "cgroupDump");
        assertThat(report.count(ImportProblem.UNSUPPORTED_SECTION)).isEqualTo(3);
        assertThat(report.events()).isEqualTo(1);
    }

    @Test
    void stackFrames_areKeptWhereverTheyStand() throws IOException {
        ChromeTraceReader reader = reader("""
                {"traceEvents":[{"ph":"i","ts":1,"name":"a","sf":3}],
                 "stackFrames":{"1":{"category":"m","name":"main"},"3":{"name":"f","parent":1},"4":7,"5":{"parent":"5"}}}
                """);
        ImportReport report = reader.read(event -> events.add(event.copy()));

        assertThat(reader.stackFrames().stack("3"))
                .containsExactly(new StackFrames.Frame("f", "", "1"), new StackFrames.Frame("main", "m", ""));
        assertThat(reader.stackFrames().stack("5")).hasSizeLessThan(4);
        assertThat(reader.stackFrames().stack("none")).isEmpty();
        assertThat(events.get(0).otherFields().number("sf")).isEqualTo(3L);
        assertThat(report.problems()).isEqualTo(Map.of(ImportProblem.BAD_STACK_FRAME, 1L));
    }

    @Test
    void samplesBesideTheEvents_becomeEvents() throws IOException {
        ImportReport report = read("""
                {"traceEvents":[EVENT],"samples":[{"cpu":1,"tid":2,"ts":1000.5,"name":"cycles","sf":3,"weight":4},
                 {"ph":"B","tid":2,"ts":1001,"name":"cycles","sf":3}]}
                """.replace("EVENT", EVENT));

        assertThat(report.events()).isEqualTo(3);
        TraceEvent sample = events.get(1);
        assertThat(sample.phase()).isEqualTo(Phase.SAMPLE);
        assertThat(sample.tsNanos()).isEqualTo(1_000_500);
        assertThat(sample.tid()).isEqualTo(2);
        assertThat(sample.name()).isEqualTo("cycles");
        assertThat(sample.otherFields().asMap()).isEqualTo(Map.of("cpu", 1L, "sf", 3L, "weight", 4L));
    }

    @Test
    void samplesAlone_areATrace() throws IOException {
        assertThat(read("{\"stackFrames\":{},\"samples\":[{\"tid\":2,\"ts\":1,\"name\":\"x\"}]}")
                        .events())
                .isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    "__stripped__"     | {}           | ARGS_STRIPPED
                    "{\\"k\\":\\"v\\"}" | {k=v}        |
                    "text"             | {}           | BAD_ARGS
                    [1]                | {}           | BAD_ARGS
                    null               | {}           |
                    {}                 | {}           |
                    {"k":1,"k":2}      | {k=2}        |
                    {"a":1},"args":{}  | {}           |
                    {"a":1},"args":{"b":[1.5,"x\\ny",{}]} | `{b=[1.5, x
                    y, {}]}`|
                    """)
    void args_areTolerated(String args, String members, @Nullable ImportProblem problem) throws IOException {
        ImportReport report = read("[" + EVENT + ",{\"ph\":\"i\",\"ts\":1,\"name\":\"a\",\"args\":" + args + "}]");

        assertThat(events.get(1).args()).hasToString(members);
        assertThat(events.get(1).hasDetails()).isEqualTo(!members.equals("{}"));
        assertThat(report.problems()).isEqualTo(problem == null ? Map.of() : Map.of(problem, 1L));
    }

    @Test
    void args_staySetsOfMembersForAllThreads() throws Exception {
        read("[" + EVENT + "," + "{\"ph\":\"i\",\"ts\":1,\"name\":\"a\",\"args\":{\"k\":[1,2]}}]");
        Args args = events.get(1).args();

        List<CompletableFuture<Object>> readers = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            readers.add(CompletableFuture.supplyAsync(() -> args.asMap().get("k")));
        }

        for (CompletableFuture<Object> reader : readers) {
            assertThat(reader.get()).isEqualTo(List.of(1L, 2L));
        }
        assertThat(args)
                .isEqualTo(Args.of(Map.of("k", List.of(1L, 2L))))
                .hasSameHashCodeAs(Map.of("k", List.of(1L, 2L)));
    }

    @Test
    void duplicateMembers_lastWins() throws IOException {
        read("[" + EVENT
                + ",{\"ph\":\"B\",\"ph\":\"i\",\"ts\":\"soon\",\"ts\":2,\"name\":\"a\",\"name\":\"b\",\"s\":1,\"s\":\"g\","
                + "\"args\":{\"threw\":true},\"args\":{\"threw\":false},\"flow_in\":true,\"flow_in\":false}]");

        assertThat(events.get(1).phase()).isEqualTo(Phase.INSTANT);
        assertThat(events.get(1).tsNanos()).isEqualTo(2_000);
        assertThat(events.get(1).name()).isEqualTo("b");
        assertThat(events.get(1).otherFields().text("s")).isEqualTo("g");
        assertThat(events.get(1).flags()).isZero();
    }

    /** Older files have them as instants. */
    @Test
    void factsAboutARecording_areInstantsInBothForms() throws IOException {
        String fields =
                "\"ts\":7,\"pid\":5,\"tid\":0,\"cat\":\"jtracer\",\"name\":\"recording end\",\"args\":{\"lostEvents\":3}}";

        read("[{\"ph\":\"M\"," + fields + ",{\"ph\":\"i\",\"s\":\"p\"," + fields + "]");

        assertThat(events).hasSize(2).allSatisfy(event -> {
            assertThat(event.phase()).isEqualTo(Phase.INSTANT);
            assertThat(event.tsNanos()).isEqualTo(7_000);
            assertThat(event.pid()).isEqualTo(5);
            assertThat(event.name()).isEqualTo("recording end");
            assertThat(event.args().number("lostEvents")).isEqualTo(3L);
            assertThat(event.otherFields()).isEqualTo(Args.of(Map.of("s", "p")));
        });
    }

    @Test
    void report_tellsWhereEachProblemWasMetFirst() throws IOException {
        String json = """
                {"displayTimeUnit":"weeks","traceEvents":[
                {"ph":"i","ts":1,"pid":1,"tid":1,"name":"good"},
                {"ph":"i","pid":1,"tid":1,"name":"never\\n"},
                {"ph":"i","pid":1,"tid":1,"name":"neither"},
                7,
                {"ph":"?","ts":1},
                {"ph":"X","ts":1,"pid":"one","tid":1,"name":"%s"}],
                "battorLogAsString":"x"
                """.formatted("n".repeat(200));
        for (boolean scanning : List.of(true, false)) {
            ImportReport report = new ChromeTraceReader(
                            "t.json",
                            new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)),
                            ImportLimits.DEFAULT,
                            scanning,
                            false)
                    .read(event -> {});

            assertThat(report.examples())
                    .isEqualTo(Map.of(
                            ImportProblem.UNKNOWN_TIME_UNIT, "t.json line 1: unit 'weeks'",
                            ImportProblem.BAD_TIMESTAMP, "t.json line 3: event 'never?'",
                            ImportProblem.NOT_AN_EVENT, "t.json line 5: entry that is no JSON object",
                            ImportProblem.UNKNOWN_PHASE, "t.json line 6: event without a name",
                            ImportProblem.TEXT_FOR_NUMBER, "t.json line 7: event without a name",
                            ImportProblem.MISSING_DURATION, "t.json line 7: event '" + "n".repeat(93) + "...",
                            ImportProblem.UNSUPPORTED_SECTION, "t.json line 8: section 'battorLogAsString'"));
            assertThat(report.count(ImportProblem.BAD_TIMESTAMP)).isEqualTo(2);
            assertThat(report.count(ImportProblem.TRUNCATED)).isEqualTo(1);
        }
    }

    @Test
    void legacyAsync_hasATrackPerIdAndName() throws IOException {
        String json = "[";
        for (String member :
                new String[] {"S 1 7 a", "F 1 7 a", "S 2 7 a", "S 1 8 a", "S 1 7 b", "T 1 7 a", "p 1 7 a", "b 1 7 a"}) {
            String[] part = member.split(" ");
            json += "{\"ph\":\"" + part[0] + "\",\"pid\":" + part[1] + ",\"tid\":1,\"ts\":1,\"cat\":\"c\",\"id\":"
                    + part[2] + ",\"name\":\"" + part[3] + "\"},";
        }
        read(json + "{\"ph\":\"S\",\"ts\":1,\"pid\":1,\"tid\":1,\"name\":\"a\"}]");

        List<Integer> tracks = events.stream().map(TraceEvent::track).toList();
        assertThat(tracks).hasSize(8);
        assertThat(tracks.get(1)).isEqualTo(tracks.get(0));
        assertThat(tracks.get(2)).isEqualTo(tracks.get(0)); // a plain id is that of all processes
        assertThat(tracks.get(3)).isNotEqualTo(tracks.get(0));
        assertThat(tracks.get(4)).isNotEqualTo(tracks.get(0));
        assertThat(tracks.get(5)).isEqualTo(tracks.get(0));
        assertThat(tracks.get(6)).isEqualTo(tracks.get(0));
        assertThat(tracks.get(7)).isNotEqualTo(tracks.get(0)); // nestable ids are apart from them
    }

    @Test
    void textThatHoldsATrace_isRead() throws IOException {
        String text =
                "\"" + (" [" + EVENT + ",\n" + EVENT).replace("\\", "\\\\").replace("\"", "\\\"") + "\"";

        ImportReport report = read(text);

        assertThat(report.events()).isEqualTo(2);
        assertThat(report.truncated()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"})
    void everyEncodingOfJson_isRead(String encoding) throws IOException {
        String json = "[" + EVENT + ",{\"ph\":\"i\",\"ts\":1,\"name\":\"é€\uD83D\uDE00\"}]";
        for (String mark : List.of("", "\uFEFF")) {
            events.clear();
            byte[] bytes = (mark + json).getBytes(encoding);
            ImportReport report = read(bytes);

            assertThat(new ChromeImporter().canImport(TraceData.of("a.json", new ByteArrayInputStream(bytes))))
                    .isTrue();
            assertThat(report.problems()).isEmpty();
            assertThat(events.get(1).name()).isEqualTo("é€\uD83D\uDE00");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"[1,2]", "[{\"name\":\"a\"}]", "[[EVENT]]", "[\"a\"]"})
    void listOfSomethingElse_isNoTrace(String json) {
        assertThatExceptionOfType(TraceSyntaxException.class)
                .isThrownBy(() -> read(json.replace("EVENT", EVENT)))
                .withMessageContaining("the first entry of the list is no event");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {"ts":1,"name":"a"}                                  | UNKNOWN_PHASE    | 0
                    {"ph":"?","ts":1,"name":"a"}                         | UNKNOWN_PHASE    | 0
                    {"ph":"bb","ts":1,"name":"a"}                        | UNKNOWN_PHASE    | 0
                    {"ph":"i","name":"a"}                                | BAD_TIMESTAMP    | 0
                    {"ph":"i","ts":"soon","name":"a"}                    | BAD_TIMESTAMP    | 0
                    {"ph":"i","ts":{"a":[1]},"name":"a"}                 | BAD_TIMESTAMP    | 0
                    {"ph":"X","ts":1,"dur":-1,"name":"a"}                | BAD_DURATION     | 0
                    {"ph":"X","ts":4000000000000000,"dur":4000000000000000,"name":"a"} | BAD_DURATION | 0
                    {"ph":"X","ts":1,"name":"a","pid":1,"tid":1}                         | MISSING_DURATION | 1
                    {"ph":"E","ts":1,"pid":1,"tid":1}                                    | MISSING_NAME     | 1
                    {"ph":"b","ts":1,"name":"a"}                         | MISSING_ID       | 0
                    {"ph":"b","ts":1,"name":"a","id2":{}}                | MISSING_ID       | 0
                    {"ph":"b","ts":1,"name":"a","id":1,"id2":{"local":2},"pid":1,"tid":1}| ID_AND_ID2       | 1
                    {"ph":"B","ts":1,"name":"a","pid":1}                 | MISSING_THREAD   | 1
                    {"ph":"i","ts":1,"name":"a","tid":"worker"}          | TEXT_FOR_NUMBER  | 1
                    {"ph":"i","ts":1,"name":"a","tid":[1]}               | BAD_NUMBER       | 1
                    7                                                    | NOT_AN_EVENT     | 0
                    [{"ph":"i","ts":1,"name":"a"}]                       | NOT_AN_EVENT     | 0
                    """)
    void faultyEvents_areCounted(String event, ImportProblem problem, long delivered) throws IOException {
        ImportReport report = read("[" + EVENT + "," + event + "]");

        assertThat(report.problems()).isEqualTo(Map.of(problem, 1L));
        assertThat(report.events()).isEqualTo(delivered + 1);
    }

    @Test
    void numbersInQuotes_areNumbers() throws IOException {
        ImportReport report = read("[{\"ph\":\"i\",\"ts\":\"1.5\",\"pid\":\"3\",\"tid\":-4,\"name\":\"a\"}]");

        assertThat(events.get(0).tsNanos()).isEqualTo(1_500);
        assertThat(events.get(0).pid()).isEqualTo(3);
        assertThat(events.get(0).tid()).isEqualTo(-4);
        assertThat(report.problems()).isEmpty();
    }

    @Test
    void textualThreads_stayApart() throws IOException {
        assertStayApart("\"x\"", "\"y\"");
    }

    private void assertStayApart(String one, String other) throws IOException {
        read(
                ("[{\"ph\":\"B\",\"ts\":1,\"tid\":ONE,\"name\":\"a\"},{\"ph\":\"B\",\"ts\":1,\"tid\":OTHER,\"name\":\"a\"},"
                                + "{\"ph\":\"E\",\"ts\":2,\"tid\":ONE,\"name\":\"a\"}]")
                        .replace("ONE", one)
                        .replace("OTHER", other));

        assertThat(events.get(0).track())
                .isEqualTo(events.get(2).track())
                .isNotEqualTo(events.get(1).track());
    }

    @ParameterizedTest
    @ValueSource(strings = {"17845301954110245123,9912345678901234567", "9112345678901234567,9112345678901234566"})
    void threadsOfLargeNumbers_stayApart(String numbers) throws IOException {
        assertStayApart(numbers.split(",")[0], numbers.split(",")[1]);
    }

    @Test
    void wholeNumbersWithAFraction_areThreads() throws IOException {
        ImportReport report = read(
                "[{\"ph\":\"i\",\"name\":\"a\",\"ts\":1,\"tid\":1.0,\"pid\":2e0},{\"ph\":\"i\",\"name\":\"a\",\"ts\":1,\"tid\":1,\"pid\":2}]");

        assertThat(report.problems()).isEmpty();
        assertThat(events.get(0).track()).isEqualTo(events.get(1).track());
        assertThat(events.get(0).tid()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[EVENT]\n[EVENT]",
                "[EVENT],EVENT]",
                "[EVENT]}{\"traceEvents\":[EVENT]}",
            })
    void listBehindTheTrace_isReadBehindItsDamage(String form) throws IOException {
        ImportReport report = read(form.replace("EVENT", EVENT));

        assertThat(report.problems()).containsOnlyKeys(ImportProblem.DAMAGED);
        assertThat(report.events()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"traceEvents\":[EVENT]}{\"traceEvents\":[EVENT]}", "{\"traceEvents\":[EVENT]} 1"})
    void restBehindAnObject_isDamage(String form) throws IOException {
        ImportReport report = read(form.replace("EVENT", EVENT));

        assertThat(report.problems()).containsOnlyKeys(ImportProblem.DAMAGED);
        assertThat(report.events()).isEqualTo(1);
    }

    @Test
    void metadata_needsNoTime() throws IOException {
        ImportReport report = read("[{\"ph\":\"M\",\"pid\":1,\"name\":\"process_name\",\"args\":{\"name\":\"app\"}}]");

        assertThat(report.problems()).isEmpty();
        assertThat(events.get(0).args().text("name")).isEqualTo("app");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    hello world | 'trace.json': unexpected text 'hello' at $ (line 1, column
                    "text"      | 'trace.json': expected a list of events, or an object with 'traceEvents' at $ (line 1, column
                    {"a":1}     | 'trace.json': no 'traceEvents', so this is no trace in Chrome's format at $ (line 1, column
                    {"nodes":[{"id":1}],"samples":[1,1],"timeDeltas":[0,9]} | 'trace.json': no 'traceEvents', so this is no trace in Chrome's format
                    {"traceEvents":{"a":1}} | 'trace.json': expected a list of events at $.traceEvents
                    {"traceEvents":[{"ts":1},{"ts":1 x}]} | 'trace.json': unexpected character 'x' at $.traceEvents[1].ts (line 1, column
                    """)
    void notATrace_isSaidInOneLine(String text, String message) {
        assertThatExceptionOfType(TraceSyntaxException.class)
                .isThrownBy(() -> read(text + " "))
                .satisfies(e -> assertThat(e.getMessage()).startsWith(message).hasLineCount(1));
    }

    @Test
    void brokenText_isLocated() {
        assertThatExceptionOfType(TraceSyntaxException.class)
                .isThrownBy(() -> read("{\"traceEvents\":[\n[],\n{\"ph\":\"i\",\"ts\":1x2,\"name\":\"b\"}]}"))
                .satisfies(e -> {
                    assertThat(e.line()).isEqualTo(3);
                    assertThat(e.column()).isBetween(16, 19);
                    assertThat(e.getMessage()).endsWith(" at $.traceEvents[1].ts (line 3, column " + e.column() + ")");
                });
        assertThat(events).isEmpty();
    }

    /** A list with 1000 events, a line each; that of line 502 is damaged. */
    private static String damaged(String event500) {
        StringBuilder text = new StringBuilder("[\n");
        for (int i = 0; i < 1_000; i++) {
            text.append(i == 0 ? "" : ",\n");
            text.append(
                    i == 500
                            ? event500
                            : "{\"ph\":\"X\",\"ts\":%d,\"dur\":5,\"pid\":1,\"tid\":1,\"name\":\"m%d\",\"args\":{\"a\":[{\"b\":1},{\"c\":2}]}}"
                                    .formatted(i * 10, i));
        }
        return text.append("\n]").toString();
    }

    private static final String WHOLE = "{\"ph\":\"X\",\"ts\":5000,\"dur\":5,\"pid\":1,\"tid\":1,\"name\":\"m500\"}";

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "m500"  | m500"     | 502 | unexpected text 'm500'
            "m500"  | "m500     | 503 | unexpected character 'p'
            "dur":5 | "dur":#~% | 502 | unexpected character '#'
            "dur":5 | "dur" 5   | 502 | unexpected character '5'
            "dur":5 | "dur":05  | 502 | a number that is none
            "m500"  | "\\q"     | 502 | an unknown escape in a text
            "m500"  | "m500","args":{"\\ud800":1} | 502 | no valid JSON
            "m500"  | [{"a":1}, {"ph" | 502 | unexpected character '}'
            :5000   | :5000\\u0001 | 502 | unexpected control character 1
            """)
    void damagedEvent_isDroppedAlone(String part, String damage, int line, String problem) throws IOException {
        String text = damaged(WHOLE.replace(part, damage.replace("\\u0001", "\u0001")));
        for (String form :
                List.of(text, "{\"traceEvents\":" + text + ",\"displayTimeUnit\":\"ns\",\"more\":{\"x\":1}}")) {
            events.clear();
            ImportReport report = read(form);

            assertThat(events).extracting(TraceEvent::name).hasSize(999).doesNotHaveDuplicates();
            assertThat(report.count(ImportProblem.DAMAGED)).isEqualTo(1);
            assertThat(report.examples().get(ImportProblem.DAMAGED))
                    .startsWith("trace.json line " + line + ", column ")
                    .endsWith(": " + problem);
            assertThat(report.truncated()).isFalse();
            assertThat(report.metadata().asMap().containsKey("more")).isEqualTo(!form.equals(text));
            int at = Integer.parseInt(Objects.requireNonNull(report.examples().get(ImportProblem.DAMAGED))
                    .replaceAll(".*byte (\\d+):.*", "$1"));
            assertThat(at).isBetween(form.indexOf("\"m499\""), form.indexOf("\"m501\""));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"ph\":\"X\"},,,",
                "{\"ph\":\"X\"}}}]",
                "#",
                "}",
                "{{{{",
                "\"",
                "{\"a\":[[[[",
                "nonsense\n\n, {"
            })
    void damageBetweenEvents_costsNoOther(String entry) throws IOException {
        ImportReport report = read(damaged(entry));

        assertThat(events).extracting(TraceEvent::name).doesNotHaveDuplicates();
        assertThat(events).extracting(TraceEvent::name).contains("m499", "m501", "m999");
        assertThat(report.count(ImportProblem.DAMAGED)).isBetween(1L, 2L);
    }

    @Test
    void severalDamages_areEachCountedAtTheirLines() throws IOException {
        String text = damaged(WHOLE)
                .replace("\"m100\"", "m100")
                .replace("\"m900\"", "m900")
                .replace("\"ts\":9500,", "\"ts\":\"x\",");

        ImportReport report = read(text);

        assertThat(events).hasSize(997);
        assertThat(report.count(ImportProblem.DAMAGED)).isEqualTo(2);
        assertThat(report.examples().get(ImportProblem.DAMAGED)).contains("line 102, ");
        // Lines are counted on behind damage.
        assertThat(report.examples().get(ImportProblem.BAD_TIMESTAMP)).contains("line 952: ");
    }

    @Test
    void damageBesideTheEvents_costsNone() throws IOException {
        String list = damaged(WHOLE);
        for (String text : List.of(
                "{\"meta\":{\"x\":nope},\"traceEvents\":" + list + "}",
                "{\"traceEvents\":" + list + ",\"meta\":{\"x\":nope}}")) {
            events.clear();
            ImportReport report = read(text);

            assertThat(events).hasSize(1_000);
            assertThat(report.count(ImportProblem.DAMAGED)).isEqualTo(1);
        }
    }

    private List<Map<String, Object>> values() {
        return events.stream().map(EventValues::of).toList();
    }

    @Test
    void truncationAnywhere_neverInventsAnEvent() throws IOException {
        byte[] file = """
                [
                {"ph":"M","pid":1,"tid":2,"name":"thread_name","args":{"name":"mäin"}},
                {"ph":"b","ts":81235.567,"pid":1,"tid":2,"cat":"java","id2":{"local":"0x2"},"name":"outer \\u00e4"},
                {"ph":"X","ts":12345,"dur":1234.5,"pid":1,"tid":2,"name":"x","args":{"n":[1,2.5,true,null,"s"]}},
                {"ph":"i","ts":1e3,"s":"g","cname":"good","pid":1,"tid":2,"name":"\uD83D\uDE00 \\ud83d\\ude00"},
                {"ph":"e","ts":81240,"pid":1,"tid":2,"cat":"java","id2":{"local":"0x2"},"name":"outer \\u00e4"}
                ]
                """.getBytes(StandardCharsets.UTF_8);
        read(file);
        List<Map<String, Object>> whole = values();
        assertThat(whole).hasSize(5);

        for (int length = 0; length < file.length; length++) {
            byte[] cut = Arrays.copyOf(file, length);
            String text = new String(cut, StandardCharsets.UTF_8);
            for (byte[] form : List.of(cut, objectForm(cut))) {
                events.clear();
                ImportReport report = read(form);

                assertThat(values()).as(text).isEqualTo(whole.subList(0, events.size()));
                assertThat(report.truncated()).as(text).isEqualTo(form != cut || !text.contains("\n]"));
                assertThat(report.events()).as(text).isEqualTo(completeLines(text));
            }
        }
    }

    private static byte[] objectForm(byte[] list) {
        byte[] start = "{\"traceEvents\":".getBytes(StandardCharsets.US_ASCII);
        byte[] object = Arrays.copyOf(start, start.length + list.length);
        System.arraycopy(list, 0, object, start.length, list.length);
        return object;
    }

    /** An event is complete with its closing brace, whether or not the comma and the line end are there. */
    private static long completeLines(String text) {
        return text.lines()
                .filter(line -> line.endsWith("}") || line.endsWith("},"))
                .filter(ChromeTraceReaderTest::balanced)
                .count();
    }

    private static boolean balanced(String line) {
        return line.chars().filter(c -> c == '{').count()
                == line.chars().filter(c -> c == '}').count();
    }
}
