// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer.container;

import static dev.jtracer.engine.importer.TestFiles.bytes;
import static dev.jtracer.engine.importer.TestFiles.gzip;
import static dev.jtracer.engine.importer.TestFiles.instant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.event.TraceSyntaxException;
import dev.jtracer.engine.importer.TraceImport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The first tests are those of catapult's trace2html_importer_test. */
class HtmlImporterTest {
    private static final String BEGIN =
            "<!DOCTYPE html>\n<html><head><script>var x = '<script';</script></head><body>\n";
    private static final String END = "</body></html>\n";

    private final Path file;
    private final List<String> names = new ArrayList<>();

    HtmlImporterTest(@TempDir Path directory) {
        file = directory.resolve("report.html");
    }

    private static String block(String attributes, String content) {
        return "<script " + attributes + ">\n" + content + "\n</script>\n";
    }

    private static String base64(byte[] content) {
        return Base64.getMimeEncoder().encodeToString(content);
    }

    private ImportReport read(String page) throws IOException {
        return TraceImport.open(Files.write(file, bytes(page))).read(event -> names.add(event.name()));
    }

    @Test
    void trace2html_importsBase64OfGzip() throws IOException {
        read(BEGIN + block("id=\"viewer-data\" type=\"text/plain\"", base64(gzip(bytes(instant("a", 1))))) + END);

        assertThat(names).containsExactly("a");
    }

    @Test
    void trace2html_importsWindowsLineEnds() throws IOException {
        String page = BEGIN + block("id=\"viewer-data\" type=\"text/plain\"", base64(bytes(instant("a", 1)))) + END;

        read(page.replace("\r\n", "\n").replace("\n", "\r\n"));

        assertThat(names).containsExactly("a");
    }

    @Test
    void blocks_areTracesInTheirOrder() throws IOException {
        ImportReport report = read(BEGIN.toLowerCase(Locale.ROOT)
                + block("type='application/json' class='trace-data'", instant("a", 1))
                + block("type=\"text/javascript\" class=\"trace-data\"", instant("code", 1))
                + block("type=\"text/plain\"", instant("other", 1))
                + block("class=\"x trace-data y\" type=\"application/text\"", "a;b 1\na;c 2")
                + "<SCRIPT TYPE=\"text/plain\" type=text/plain id=viewer-data>" + instant("c", 1) + "</SCRIPT>"
                + END);

        assertThat(names).containsExactly("a", "thread_name", "a", "b", "b", "c", "c", "a", "c");
        assertThat(report.sources())
                .extracting(source -> source.name().replaceFirst(".*!", ""))
                .containsExactly("/script-1", "/script-2", "/script-3");
    }

    @Test
    void textWithMarkup_isReadToItsOwnEnd() throws IOException {
        read(BEGIN + block("id=\"viewer-data\" type=\"text/plain\"", instant("<b><!-- <\\/script> </scrip", 1)) + END);

        assertThat(names).containsExactly("<b><!-- </script> </scrip");
    }

    @Test
    void dataFarBehindTheHead_areFound() throws IOException {
        String viewer = "<script>\n" + "var viewer = '<scrip < script>';\n".repeat(10_000) + "</script>\n";

        read(BEGIN + viewer + block("id=\"viewer-data\" type=\"text/plain\"", base64(bytes(instant("a", 1)))) + END);

        assertThat(names).containsExactly("a");
    }

    @Test
    void cutPage_keepsItsEvents() throws IOException {
        String page = BEGIN
                + block(
                        "id=\"viewer-data\" type=\"text/plain\"",
                        base64(bytes("[" + "{\"ph\":\"i\",\"ts\":1},".repeat(100))));

        ImportReport report = read(page.substring(0, page.length() - 100));

        assertThat(report.truncated()).isTrue();
        assertThat(names).hasSizeBetween(80, 99);
    }

    @Test
    void pageWithoutData_isNoTrace() {
        assertThatExceptionOfType(TraceSyntaxException.class)
                .isThrownBy(() -> read(BEGIN + END))
                .withMessageContaining("report.html': no trace in it");
    }
}
