// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.TraceText;
import dev.jtracer.engine.chrome.read.ChromeTraceReader;
import dev.jtracer.engine.text.Styles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The lines of a report most of whose times are the tracer's. */
class TimingCostTest {
    /** A call of 10 us that makes two calls of 2 us each. */
    private static final String CALLS = """
            b 0x1 0 Batch.row
            b 0x1 3 Batch.parse
            e 0x1 5 Batch.parse
            b 0x1 6 Batch.check
            e 0x1 8 Batch.check
            e 0x1 10 Batch.row
            """;

    private static TraceReport report(String calls, String counters) throws IOException {
        String lines = "i 1 0 recording \"cat\":\"jtracer\",\"args\":{}\n" + calls
                + "i 1 2000 recording~end \"cat\":\"jtracer\",\"args\":{\"records\":6" + counters + "}";
        byte[] json = TraceText.json(lines).replace('~', ' ').getBytes(StandardCharsets.UTF_8);
        return TraceReport.read(
                new ChromeTraceReader("cost.json", new ByteArrayInputStream(json)), new ReportLimits(20, 1000));
    }

    private static String text(TraceReport report, Styles styles) {
        return new ReportText(report, MethodOrder.SELF, 20, name -> name, styles).text();
    }

    @Test
    void mostOfTheTime_isAWarningWithTheMethodsToExclude() throws IOException {
        TraceReport report = report(CALLS, ",\"overheadPicosPerTiming\":1900000");

        String warning =
                "the times are mostly the tracer's own: 95.0 % of the traced time; exclude the methods that are too"
                        + " short to be timed: exclude=Batch.check;Batch.parse;Batch.row";
        assertThat(report.notes()).startsWith(warning);
        assertThat(text(report, Styles.COLORED)).contains(Styles.COLORED.alert(warning));
        assertThat(ReportJson.of(report)).contains("\"warning\":\"" + warning + "\"");
    }

    @Test
    void selfTimes_areShownWithoutTheTracer() throws IOException {
        TraceReport report = report(CALLS, ",\"overheadPicosPerTiming\":1500000");

        // A call has a timing of its own, and one for each call that it makes.
        assertThat(text(report, Styles.PLAIN))
                .containsPattern("without tracer")
                .containsPattern("6\\.00 us +60\\.0 +1\\.50 us .*Batch\\.row")
                .containsPattern("2\\.00 us +20\\.0 +500 ns .*Batch\\.parse");
        assertThat(ReportJson.of(report)).contains("\"selfNanos\":6000,\"selfWithoutTracerNanos\":1500");
        assertThat(ReportCsv.of(report)).containsPattern("method,\"Batch.parse\",1,2000,2000,.*,500\r\n");
    }

    @Test
    void smallPart_isNoWarning() throws IOException {
        TraceReport report = report(CALLS, ",\"overheadPicosPerTiming\":100000");

        assertThat(String.join("\n", report.notes())).doesNotContain("tracer's own");
        assertThat(text(report, Styles.PLAIN)).doesNotContain("without tracer");
        assertThat(ReportJson.of(report)).contains("\"selfWithoutTracerNanos\":5700");
    }

    @Test
    void figureThatIsNotKnown_isAbsent() throws IOException {
        assertThat(ReportJson.of(report(CALLS, ""))).doesNotContain("selfWithoutTracerNanos");
        assertThat(ReportJson.of(report(CALLS, ",\"overheadPicosPerTiming\":1900000,\"tooShort\":1")))
                .doesNotContain("selfWithoutTracerNanos")
                .doesNotContain("\"warning\"");
        assertThat(ReportJson.of(report(CALLS + "b 0x1 20 Batch.row\n", ",\"overheadPicosPerTiming\":1000000")))
                .containsPattern("\"name\":\"Batch.parse\",[^}]*\"selfWithoutTracerNanos\":1000")
                .doesNotContainPattern("\"name\":\"Batch.row\",[^}]*\"selfWithoutTracerNanos\"");
    }
}
