// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.meta;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.chrome.read.ChromeTraceReader;
import dev.jtracer.engine.event.TraceLimits;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.exporter.format.ExportFormat;
import dev.jtracer.engine.importer.TraceImport;
import dev.jtracer.engine.model.ParsedTrace;
import dev.jtracer.engine.model.TraceProcessor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingsHandlerTest {
    private static String trace(String... facts) {
        StringBuilder json = new StringBuilder("[");
        for (String fact : facts) {
            String[] parts = fact.split(" ", 2);
            json.append(json.length() > 1 ? "," : "")
                    .append("{\"ph\":\"i\",\"pid\":7,\"tid\":0,\"ts\":1,\"cat\":\"")
                    .append(TraceWords.JTRACER)
                    .append("\",\"name\":\"")
                    .append(parts[0].equals("begin") ? TraceWords.RECORDING : TraceWords.RECORDING_END)
                    .append("\",\"args\":")
                    .append(parts[1])
                    .append('}');
        }
        return json.append(']').toString();
    }

    private static Recordings.Recording only(String... facts) throws IOException {
        byte[] bytes = trace(facts).getBytes(StandardCharsets.UTF_8);
        return only(new ChromeTraceReader("trace.json", new ByteArrayInputStream(bytes)));
    }

    private static Recordings.Recording only(TraceSource source) throws IOException {
        ParsedTrace trace = new TraceProcessor(List.of(new RecordingsHandler())).parse(source);
        List<Recordings.Recording> recordings =
                trace.data(RecordingsHandler.class).recordings();
        assertThat(recordings).hasSize(1);
        return recordings.get(0);
    }

    /** Also where the files come in another order: losses are a file's own, weaving counts from the start. */
    @Test
    void filesOfOneRecording_haveTheSumOfTheirLosses() throws IOException {
        Recordings.Recording recording = only(
                "begin {\"segment\":1}",
                "begin {\"segment\":3}",
                "end {\"fromNanos\":900,\"lostEvents\":0,\"records\":20,\"classesWoven\":9}",
                "end {\"fromNanos\":0,\"lostEvents\":500,\"records\":10,\"classesWoven\":8,\"rootCallsChosen\":3}",
                "end {\"fromNanos\":400,\"rootCallsChosen\":4,\"rootCallsDropped\":99}");

        assertThat(recording.counter("lostEvents")).isEqualTo(500);
        assertThat(recording.counter("records")).isEqualTo(30);
        assertThat(recording.counter("classesWoven")).isEqualTo(9);
        assertThat(recording.counter("rootCallsChosen")).isEqualTo(7);
        assertThat(recording.counter("rootCallsDropped")).isEqualTo(99);
    }

    @Test
    void partsOfOneFile_haveItsLossesOnce() throws IOException {
        Recordings.Recording recording =
                only("begin {}", "end {\"lostEvents\":500,\"cut\":1}", "end {\"lostEvents\":500}");

        assertThat(recording.counter("lostEvents")).isEqualTo(500);
    }

    @Test
    void filesOfOneRecording_haveTheSameSumInOneFile(@TempDir Path directory) throws IOException {
        Path files = Files.writeString(
                directory.resolve("files.json"),
                trace(
                        "begin {\"startEpochMicros\":1}",
                        "end {\"lostEvents\":500,\"records\":10}",
                        "end {\"fromNanos\":900,\"lostEvents\":0,\"records\":20}"));
        Path one = directory.resolve("one.json");

        ExportFormat.find("chrome")
                .orElseThrow()
                .export(TraceImport.open(files), part -> Files.newOutputStream(one), TraceLimits.DEFAULT);

        Recordings.Recording recording = only(TraceImport.open(one));
        assertThat(recording.counter("lostEvents")).isEqualTo(500);
        assertThat(recording.counter("records")).isEqualTo(30);
    }
}
