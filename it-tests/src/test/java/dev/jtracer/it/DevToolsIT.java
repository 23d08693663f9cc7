// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jtracer.examples.callbacks.PriceRequest;
import dev.jtracer.it.harness.Await;
import dev.jtracer.it.harness.Chromium;
import dev.jtracer.it.harness.JsonValue;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.StrictTrace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Recordings in the panel Performance of Chrome DevTools, as Chromium brings it, read from the panel's own model. */
class DevToolsIT {
    private static final String PANEL = "devtools://devtools/bundled/js_app.html?panel=timeline";
    private static final String FILE_INPUT = """
            (() => {
              const find = root => {
                for (const element of root.querySelectorAll('*')) {
                  const found = element.matches('input[type=file]') ? element : element.shadowRoot && find(element.shadowRoot);
                  if (found) return found;
                }
              };
              return find(document);
            })()""";
    /* The modules must not be used before the page has prepared them and shown the panel. */
    private static final String OPEN_PANEL = """
            (async () => {
              for (let tries = 0; !%s; tries++) {
                if (tries === 600) return 'no input for files';
                await new Promise(shown => setTimeout(shown, 100));
              }
              const timeline = await import('devtools://devtools/bundled/panels/timeline/timeline.js');
              window.panel = timeline.TimelinePanel.TimelinePanel.instance();
              return typeof window.panel.flameChart.mainDataProvider.timelineData;
            })().catch(error => String(error))""".formatted(FILE_INPUT);
    private static final String CALLS =
            "window.panel.flameChart.mainDataProvider.timelineData()?.entryLevels.length ?? 0";
    private static final String MODEL = """
            (() => {
              const provider = window.panel.flameChart.mainDataProvider;
              return JSON.stringify({
                rows: provider.timelineData().groups.map(group => group.name),
                arrows: provider.parsedTrace.data.Flows.flows.length,
                startMillis: provider.minimumBoundary()});
            })()""";

    @RegisterExtension
    private final Jvms jvms = new Jvms();

    private Path recording = Path.of("");

    @BeforeEach
    void record() throws Exception {
        Chromium.program();
        recording = jvms.newDirectory("in").resolve("price.jtr");
        JvmResult recorded = jvms.app(PriceRequest.class)
                .agent("include=dev.jtracer.examples,output=" + recording + ",stall=off")
                .run();
        assertThat(recorded.exitCode()).as(recorded.stderr()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"chrome-x, true", "devtools, false"})
    void panel_showsCallsRowsAndArrowsFromTheFirstCall(String format, boolean hasProcessAndArrows) throws Exception {
        StrictTrace recorded = StrictTrace.read(convert("chrome"));
        Path file = convert(format);

        try (Chromium chromium = new Chromium(recording.resolveSibling("browser"), PANEL)) {
            Object panel = chromium.evaluate(OPEN_PANEL);
            assumeTrue("function".equals(panel), "this Chromium's panel has another model: " + panel);
            chromium.chooseFile(FILE_INPUT, file);
            Await.until("the calls", () -> !Integer.valueOf(0).equals(chromium.evaluate(CALLS)));

            long calls = recorded.counts().values().stream()
                            .mapToLong(Long::longValue)
                            .sum()
                    + recorded.passes().size();
            assertThat(chromium.evaluate(CALLS)).isEqualTo((int) calls);
            Map<String, Object> model = JsonValue.object((String) chromium.evaluate(MODEL));
            List<String> rows = new ArrayList<>(List.of("main", "lookup", "reply"));
            if (hasProcessAndArrows) {
                rows.add(0, PriceRequest.class.getName());
            }
            assertThat((List<?>) model.get("rows"))
                    .extracting(row -> row.toString().replaceAll(" \\(\\d+\\)$", ""))
                    .containsExactlyElementsOf(rows);
            assertThat(model.get("arrows"))
                    .isEqualTo(hasProcessAndArrows ? recorded.runs().size() : 0);
            double firstMillis = recorded.rows().stream()
                            .mapToLong(row -> row.outer().startNanos())
                            .min()
                            .orElseThrow()
                    / 1e6;
            assertThat((Double) model.get("startMillis")).isCloseTo(firstMillis, within(0.001));
        }
    }

    private Path convert(String format) throws Exception {
        Path file = recording.resolveSibling(format + ".json");
        JvmResult result = jvms.jtracer("convert", recording.toString(), "-f", format, "-o", file.toString())
                .run();
        assertThat(result.exitCode()).as(result.stderr()).isZero();
        return file;
    }
}
