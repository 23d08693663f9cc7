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
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The command {@code report} with a page for a browser. */
class ReportPageIT {
    private static final Pattern TIMELINE = Pattern.compile("(\\d+) calls on (\\d+) threads, (\\d+) arrows");

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
    void browser_showsWhatWasRecorded() throws IOException, InterruptedException {
        Chromium.program();
        Path recording = record();
        Path page = recording.resolveSibling("report.html");
        Path trace = recording.resolveSibling("trace.json");
        jvms.jtracer("report", recording.toString(), "-o", page.toString()).run();
        jvms.jtracer("convert", recording.toString(), "-o", trace.toString()).run();

        String document = render(page);

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

    private Path record() throws IOException {
        Path recording = jvms.newDirectory("recording").resolve("trace.jtr");
        JvmResult run = jvms.app(Shop.class)
                .agent("include=dev.jtracer.examples,output=" + recording)
                .run();
        assertThat(run.exitCode()).as(run.stderr()).isZero();
        return recording;
    }

    private String render(Path page) throws IOException, InterruptedException {
        Path document = page.resolveSibling("document.html");
        Process browser = new ProcessBuilder(Chromium.command(
                        page.resolveSibling("browser"),
                        "--virtual-time-budget=5000",
                        "--dump-dom",
                        page.toUri().toString()))
                .redirectOutput(document.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            assertThat(browser.waitFor(Await.LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .as("Chromium ends")
                    .isTrue();
        } finally {
            browser.descendants().forEach(ProcessHandle::destroyForcibly);
            browser.destroyForcibly();
        }
        return Files.readString(document);
    }
}
