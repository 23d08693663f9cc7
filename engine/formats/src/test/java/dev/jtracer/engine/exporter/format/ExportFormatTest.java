// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.TraceText;
import dev.jtracer.engine.chrome.read.ChromeTraceReader;
import dev.jtracer.engine.event.TraceLimits;
import dev.jtracer.engine.exporter.ExportLoss;
import dev.jtracer.engine.exporter.ExportReport;
import dev.jtracer.engine.exporter.NameForm;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ExportFormatTest {
    private static final long MAX_BYTES = TraceLimits.DEFAULT.maxBytes();

    private int parts;

    @Test
    void formats_areFoundByKey() {
        assertThat(ExportFormat.all().stream().map(ExportFormat::key))
                .containsExactly(
                        "chrome",
                        "chrome-x",
                        "perfetto",
                        "firefox",
                        "speedscope",
                        "collapsed",
                        "devtools",
                        "csv",
                        "otlp");
        assertThat(ExportFormat.find("chrome-x").orElseThrow().extensions()).containsExactly(".chrome-x.json");
        assertThat(ExportFormat.find("pdf")).isEmpty();
    }

    /**
     * Commands compare formats: a recording becomes Chrome's format directly, whatever form of names was asked for.
     */
    @Test
    void formatWithoutAChoiceOfNames_isTheSameInEachForm() {
        assertThat(ExportFormat.CHROME.withNames(NameForm.FULL)).isEqualTo(ExportFormat.CHROME);
        assertThat(ExportFormat.find("csv").orElseThrow().withNames(NameForm.FULL))
                .isEqualTo(ExportFormat.find("csv").orElseThrow());
    }

    @ParameterizedTest
    @MethodSource("dev.jtracer.engine.exporter.format.ExportFormat#all")
    void options_areTheLimitsThatChangeTheFile(ExportFormat format) throws IOException {
        List<String> obeyed = new ArrayList<>();

        if (export(format, new TraceLimits(MAX_BYTES, 500, 2_000)).count(ExportLoss.TOO_SHORT) > 0) {
            obeyed.add("min");
        }
        if (export(format, new TraceLimits(MAX_BYTES, 2, 0)).count(ExportLoss.TOO_DEEP) > 0) {
            obeyed.add("depth");
        }
        export(format, new TraceLimits(1, 500, 0));
        if (parts > 1) {
            obeyed.add("segment");
        }

        if (!text(format.withNames(NameForm.SHORT)).equals(text(format.withNames(NameForm.FULL)))) {
            obeyed.add("names");
        }

        assertThat(format.options()).isEqualTo(obeyed);
    }

    private static String text(ExportFormat format) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] json = TraceText.json("X 1 10 com.acme.Shop.sell \"dur\":5").getBytes(StandardCharsets.UTF_8);
        format.export(
                new ChromeTraceReader("trace.json", new ByteArrayInputStream(json)), part -> out, TraceLimits.DEFAULT);
        return out.toString(StandardCharsets.UTF_8);
    }

    private ExportReport export(ExportFormat format, TraceLimits limits) throws IOException {
        byte[] json = TraceText.json("""
                B 1 10 outer
                B 1 20 middle
                B 1 30 inner
                E 1 31 inner
                E 1 40 middle
                E 1 50 outer""").getBytes(StandardCharsets.UTF_8);
        return format.export(
                new ChromeTraceReader("trace.json", new ByteArrayInputStream(json)),
                part -> {
                    parts = part;
                    return new ByteArrayOutputStream();
                },
                limits);
    }
}
