// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.examples.shop.Shop;
import dev.jtracer.it.harness.Await;
import dev.jtracer.it.harness.Chromium;
import dev.jtracer.it.harness.JsonValue;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.StrictTrace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command {@code report} with a page for a browser. */
class ReportPageIT {
    private static final Pattern TIMELINE = Pattern.compile("(\\d+) calls on (\\d+) threads, (\\d+) arrows");

    private static final String CLICK = """
            function click(selector, x, y) {
              const element = document.querySelector(selector);
              const box = element.getBoundingClientRect();
              for (const type of ['pointerdown', 'pointerup']) {
                element.dispatchEvent(new PointerEvent(type, {clientX: box.left + x, clientY: box.top + y}));
              }
            }
            """;

    @RegisterExtension
    private final Jvms jvms = new Jvms();

    @Test
    void page_isMadeWhereTheOutputsNameAsksForIt() throws IOException {
        Path recording = record();
        Path page = recording.resolveSibling("report.html");

        JvmResult made = jvms.jtracer("report", recording.toString(), "-o", page.toString())
                .run();

        assertThat(made.stdout()).isEqualTo(page + System.lineSeparator());
        assertThat(Files.readString(page)).startsWith("<!doctype html>").contains(Shop.class.getName());
        JvmResult printed =
                jvms.jtracer("report", "--html", recording.toString()).run();
        assertThat(printed.stdout()).isEqualTo(Files.readString(page));
        JvmResult again = jvms.jtracer("report", recording.toString(), "-o", page.toString())
                .run();
        assertThat(again.stderr()).contains("'" + page + "' exists already");
    }

    @Test
    void outputsName_choosesTheForm() throws IOException {
        Path recording = record();
        Path json = recording.resolveSibling("report.json");
        Path timeline = recording.resolveSibling("timeline.svg");

        assertThat(jvms.jtracer("report", recording.toString(), "-o", json.toString())
                        .run()
                        .exitCode())
                .isZero();
        assertThat(jvms.jtracer("report", recording.toString(), "-o", timeline.toString())
                        .run()
                        .exitCode())
                .isZero();

        assertThat(JsonValue.object(Files.readString(json))).containsKey("methods");
        assertThat(Files.readString(timeline)).contains("<svg");
    }

    /**
     * The browser runs the page's script under the page's policy: without it, nothing of this would be in the
     * document.
     */
    @Test
    void browser_showsWhatWasRecorded() throws Exception {
        Path recording = record();
        Path trace = recording.resolveSibling("trace.json");
        jvms.jtracer("convert", recording.toString(), "-o", trace.toString()).run();

        String document;
        try (Chromium chromium = open(recording)) {
            document = (String) chromium.evaluate("""
                    [...document.querySelectorAll('#slow tr')].find(row => /open throughout/.test(row.textContent)).click();
                    document.documentElement.outerHTML""");
        }

        StrictTrace recorded = StrictTrace.read(trace);
        long calls =
                recorded.counts().values().stream().mapToLong(Long::longValue).sum();
        assertThat(document).contains("data-ready=\"true\"");
        Matcher timeline = TIMELINE.matcher(document);
        assertThat(timeline.find()).isTrue();
        assertThat(timeline.group(1)).as("calls, with runs of callbacks").isEqualTo(Long.toString(calls));
        assertThat(timeline.group(2)).isEqualTo(Integer.toString(recorded.rows().size()));
        assertThat(timeline.group(3)).isEqualTo(Integer.toString(recorded.runs().size()));
        long methods = recorded.counts().keySet().stream()
                .filter(name -> !name.endsWith("]"))
                .count();
        assertThat(document).contains(">" + methods + " methods<", ">BoxPacker.place<");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            ``      | "records":4,"overheadPicosPerTiming":250000 | good: 0, every call is in the figures; : 1.0 %, 1.00 µs, 250 ns a timing
            ``      | "overwrittenEvents":9                       | : 0, but not everything is in the figures
            ``      | "methodsDropped":"5 a.A.get"                | : 0, but not everything is in the figures
            ``      | "endedEarly":"at 3 s"                       | warn: not known, the figures may be too low
            ``      | "endedEarly":"at 3 s","lostEvents":2        | warn: at least 2, the figures are too low
            "cut":1 | "records":4,"overheadPicosPerTiming":250000 | good: 0, every call is in the figures; : 1.00 µs, in the whole recording, 250 ns a timing
            """)
    void facts_promiseNoMoreThanIsKnown(String start, String end, String facts) throws Exception {
        String trace = """
                {"ph":"M","name":"recording","cat":"jtracer","pid":1,"tid":0,"ts":0,"args":{%s}},
                {"ph":"X","name":"a.A.call","pid":1,"tid":1,"ts":0,"dur":100},
                {"ph":"M","name":"recording end","cat":"jtracer","pid":1,"tid":0,"ts":100,"args":{%s}}
                """.formatted(start, end);

        try (Chromium chromium = open(trace)) {
            assertThat(chromium.evaluate("""
                    [...document.querySelectorAll('#facts .fact')]
                      .filter(fact => /lost|Cost/.test(fact.querySelector('dt').textContent))
                      .map(fact => fact.className.slice(5) + ': '
                        + [...fact.querySelectorAll('dd > *')].map(part => part.textContent).join(', '))
                      .join('; ')""")).isEqualTo(facts);
        }
    }

    @Test
    void callsFarFromTheStart_areDrawn() throws Exception {
        String trace = """
                {"ph":"i","s":"g","name":"start","pid":1,"tid":1,"ts":0},
                {"ph":"X","name":"a.A.first","pid":1,"tid":1,"ts":1700000000000000,"dur":0.1},
                {"ph":"X","name":"a.A.second","pid":1,"tid":1,"ts":1700000000000001,"dur":0.1}
                """;

        try (Chromium chromium = open(trace)) {
            assertThat(chromium.evaluate("document.querySelector('#slow .tools .hint').textContent"))
                    .asString()
                    .startsWith("1 call on 1 thread");
        }
    }

    /** The tab of the shown list is pressed, and the chosen call's row marked, however they were chosen. */
    @Test
    void lists_showWhatWasChosen() throws Exception {
        String trace = """
                {"ph":"b","cat":"java","id":1,"name":"a.A.main","pid":1,"tid":1,"ts":0},
                {"ph":"b","cat":"java","id":1,"name":"a.A.in","pid":1,"tid":1,"ts":50},
                {"ph":"e","cat":"java","id":1,"name":"a.A.in","pid":1,"tid":1,"ts":51},
                {"ph":"i","s":"g","name":"end","pid":1,"tid":1,"ts":100}
                """;
        String pressTab = "document.querySelector('#slow [aria-pressed=true]').click();";
        String clickMark = CLICK + """
                for (let x = 200; document.querySelector('#slow th').textContent !== 'Self' && x < 2000; x++) {
                  click('#overview canvas', x, 30);
                }""";
        String state = """
                [...document.querySelectorAll('#slow [aria-pressed=true], #slow th:first-child, #slow tr.chosen .link')]
                  .map(part => part.textContent).join(', ')""";

        try (Chromium chromium = open(trace)) {
            assertThat(chromium.evaluate(pressTab + state)).isEqualTo("Root calls, Took, A.main (unfinished)");
            assertThat(chromium.evaluate(clickMark + state)).isEqualTo("Single calls, by self time, Self, A.in");
            assertThat(chromium.evaluate(pressTab + state)).isEqualTo("Single calls, by self time, Self, A.in");
        }
        try (Chromium chromium = open("{\"ph\":\"i\",\"s\":\"g\",\"name\":\"end\",\"pid\":1,\"tid\":1,\"ts\":0}")) {
            assertThat(chromium.evaluate("document.querySelector('#slow').innerText"))
                    .isEqualTo("Slowest calls\n\nNo call was recorded.");
        }
    }

    @Test
    void flameGraph_forgetsAZoomThatIsLeft() throws Exception {
        String trace = """
                {"ph":"X","name":"a.A.main","pid":1,"tid":1,"ts":0,"dur":100},
                {"ph":"X","name":"a.A.small","pid":1,"tid":1,"ts":0,"dur":30},
                {"ph":"X","name":"a.A.big","pid":1,"tid":1,"ts":30,"dur":70},
                {"ph":"X","name":"a.A.deep","pid":1,"tid":1,"ts":30,"dur":70}
                """;
        String zoom = "click('#flame canvas', 100, 66);"; // the box in the fourth row
        String button = "document.querySelector('#flame [aria-label^=\"%s\"]').click();";
        String crumbs =
                "[...document.querySelectorAll('#flame .crumbs button')].map(crumb => crumb.textContent).join()";

        try (Chromium chromium = open(trace)) {
            assertThat(chromium.evaluate(CLICK + zoom + crumbs)).isEqualTo("all threads,A.main,A.big,A.deep");
            assertThat(chromium.evaluate(button.formatted("Zoom in") + crumbs))
                    .isEqualTo("all threads,A.main,A.big,A.deep");
            assertThat(chromium.evaluate(button.formatted("Show all") + crumbs)).isEqualTo("all threads");
            assertThat(chromium.evaluate(zoom + button.formatted("Later") + crumbs))
                    .isEqualTo("all threads,A.main");
            assertThat(chromium.evaluate("""
                    document.querySelector('#flame [aria-label=Direction] :last-child').click();
                    const search = document.querySelector('#flame input');
                    search.value = 'a.';
                    search.dispatchEvent(new Event('input'));
                    document.querySelector('#flame .count').textContent""")).isEqualTo("4 methods, 100.0 % of the time");
        }
    }

    private Chromium open(String events) throws Exception {
        return open(Files.writeString(jvms.newDirectory("trace").resolve("trace.json"), "[" + events + "]"));
    }

    /** Opens the page of a recording or trace in a browser. */
    private Chromium open(Path trace) throws Exception {
        Chromium.program();
        Path page = trace.resolveSibling("report.html");
        jvms.jtracer("report", trace.toString(), "-o", page.toString()).run();
        Chromium chromium =
                new Chromium(page.resolveSibling("browser"), page.toUri().toString());
        try {
            Await.until("the page", () -> "true".equals(chromium.evaluate("document.documentElement?.dataset.ready")));
            return chromium;
        } catch (AssertionError e) {
            chromium.close();
            throw e;
        }
    }

    private Path record() throws IOException {
        Path recording = jvms.newDirectory("recording").resolve("trace.jtr");
        JvmResult run = jvms.app(Shop.class)
                .agent("include=dev.jtracer.examples,output=" + recording)
                .run();
        assertThat(run.exitCode()).as(run.stderr()).isZero();
        return recording;
    }
}
