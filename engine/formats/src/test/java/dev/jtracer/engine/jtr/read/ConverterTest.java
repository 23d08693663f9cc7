// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr.read;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import dev.jtracer.engine.chrome.write.SegmentCounts;
import dev.jtracer.engine.event.TraceLimits;
import dev.jtracer.engine.jtr.RandomRecords;
import dev.jtracer.engine.jtr.RecordingWriter;
import dev.jtracer.engine.jtr.WrittenRecording;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConverterTest {
    private final Path file;
    private final ByteArrayOutputStream json = new ByteArrayOutputStream();

    ConverterTest(@TempDir Path directory) {
        file = directory.resolve("a.jtr");
    }

    @Test
    void calls_areEventsOfTheirThreads() throws IOException {
        try (RecordingWriter writer = begin()) {
            WrittenRecording.chunk(
                    writer,
                    WrittenRecording.chunkHeader(1, 1, 1_000),
                    RandomRecords.record(0, 0, 1),
                    RandomRecords.record(0, 1_500, 2),
                    RandomRecords.record(2, 2_000, 2),
                    RandomRecords.record(1, 3_001, 1));
            end(writer);
        }

        SegmentCounts counts = convert();

        assertThat(counts.calls()).isEqualTo(2);
        assertThat(calls())
                .containsExactly(
                        "b 21 1.000 a.A.outer",
                        "b 21 2.500 a.A.\"in\\ner\"",
                        "e 21 3.000 a.A.\"in\\ner\"",
                        "e 21 4.001 a.A.outer");
    }

    @Test
    void threads_haveTheirNames() throws IOException {
        try (RecordingWriter writer = begin()) {
            writer.thread(21, false, "ma\u0001in \"1\"");
            WrittenRecording.chunk(
                    writer,
                    WrittenRecording.chunkHeader(1, 1, 1_000),
                    RandomRecords.record(0, 0, 1),
                    RandomRecords.record(1, 1, 1));
            end(writer);
        }

        convert();

        assertThat(events())
                .filteredOn(event -> "thread_name".equals(event.get("name")))
                .extracting(event -> event.get("tid") + " " + event.get("args.name"))
                .containsExactly("21 ma\u0001in \"1\"");
    }

    @Test
    void stalls_standWhereTheyEnded() throws IOException {
        try (RecordingWriter writer = begin()) {
            writer.stall(WrittenRecording.START_NANOS + 1_200, 700);
            writer.stall(WrittenRecording.START_NANOS + 9_000, 50_000_000);
            WrittenRecording.chunk(
                    writer,
                    WrittenRecording.chunkHeader(1, 1, 1_000),
                    RandomRecords.record(0, 0, 1),
                    RandomRecords.record(1, 500, 1));
            end(writer);
        }

        convert();

        assertThat(events())
                .filteredOn(event -> "stall".equals(event.get("name"))
                        || String.valueOf(event.get("name")).startsWith("a.A"))
                .extracting(event -> event.get("ph") + " " + event.get("ts") + " " + event.get("args.stallNanos"))
                .containsExactly(
                        "b 1.000 null",
                        "b 0.500 null",
                        "e 1.200 700",
                        "e 1.500 null",
                        "b 1.200 null",
                        "e 9.000 50000000");
    }

    @Test
    void texts_standBetweenTheCallsOfTheirThread() throws IOException {
        try (RecordingWriter writer = begin()) {
            writer.text(21, WrittenRecording.START_NANOS + 500, "before");
            writer.text(22, WrittenRecording.START_NANOS + 1_600, "of another thread");
            writer.text(21, WrittenRecording.START_NANOS + 1_600, "within");
            writer.text(21, WrittenRecording.START_NANOS + 9_000, "after");
            WrittenRecording.chunk(
                    writer,
                    WrittenRecording.chunkHeader(1, 1, 1_000),
                    RandomRecords.record(0, 0, 1),
                    RandomRecords.record(0, 500, 2),
                    RandomRecords.record(1, 1_000, 2),
                    RandomRecords.record(1, 3_000, 1));
            end(writer);
        }

        convert();

        String all = json.toString(StandardCharsets.UTF_8);
        assertThat(all.indexOf("of another thread")).isPositive();
        List<String> order = new ArrayList<>();
        for (Map<String, String> event : events()) {
            if ("21".equals(event.get("tid")) && !"M".equals(event.get("ph"))) {
                String text = event.values().stream()
                        .filter(List.of("before", "within", "after")::contains)
                        .findFirst()
                        .orElse("");
                String name = String.valueOf(event.get("name"));
                if (!text.isEmpty()) {
                    order.add(text + " " + event.get("ts"));
                } else if (name.startsWith("a.A")) {
                    order.add(event.get("ph") + " " + name.replace("\"in\\ner\"", "inner"));
                }
            }
        }
        assertThat(order)
                .containsExactly(
                        "before 0.500",
                        "b a.A.outer",
                        "b a.A.inner",
                        "within 1.600",
                        "e a.A.inner",
                        "e a.A.outer",
                        "after 9.000");
    }

    @Test
    void lostRecords_areInTheMetadata() throws IOException {
        try (RecordingWriter writer = begin()) {
            WrittenRecording.chunk(writer, WrittenRecording.chunkHeader(1, 1, 1_000), RandomRecords.record(0, 0, 1));
            end(writer);
        }

        convert();

        Map<String, String> end = events().stream()
                .filter(event -> event.containsKey("args.lostEvents"))
                .findFirst()
                .orElseThrow();
        assertThat(end)
                .containsEntry("args.lostEvents", "3")
                .containsEntry("args.records", "1")
                .containsEntry("args.openAtEnd", "1")
                .doesNotContainKey("args.killed");
    }

    @Test
    void killedRecording_saysSo() throws IOException {
        try (RecordingWriter writer = begin()) {
            WrittenRecording.chunk(writer, WrittenRecording.chunkHeader(1, 1, 1_000), RandomRecords.record(0, 0, 1));
        }

        convert();

        assertThat(events()).anySatisfy(event -> assertThat(event).containsEntry("args.killed", "true"));
    }

    private RecordingWriter begin() throws IOException {
        RecordingWriter writer = WrittenRecording.begin(file);
        writer.names(1, List.of("a.A.outer", "a.A.\"in\\ner\""));
        return writer;
    }

    private static void end(RecordingWriter writer) throws IOException {
        writer.end(WrittenRecording.START_NANOS + 10_000, Map.of("lostEvents", "3"));
    }

    private SegmentCounts convert() throws IOException {
        try (Converter converter = new Converter(file)) {
            SegmentCounts counts = converter.convert(part -> json, TraceLimits.DEFAULT, done -> {}, () -> false);
            if (counts == null) {
                throw new AssertionError("cancelled by nobody");
            }
            return counts;
        }
    }

    private List<String> calls() throws IOException {
        List<String> calls = new ArrayList<>();
        for (Map<String, String> event : events()) {
            if (String.valueOf(event.get("name")).startsWith("a.A")) {
                calls.add(event.get("ph") + " " + event.get("tid") + " " + event.get("ts") + " " + event.get("name"));
            }
        }
        return calls;
    }

    /**
     * Returns the events as read by a strict parser, with nested fields as {@code args.name} and numbers as written.
     */
    private List<Map<String, String>> events() throws IOException {
        List<Map<String, String>> events = new ArrayList<>();
        JsonFactory factory = JsonFactory.builder()
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .build();
        try (JsonParser parser = factory.createParser(json.toByteArray())) {
            assertThat(parser.nextToken()).isEqualTo(JsonToken.START_ARRAY);
            while (parser.nextToken() == JsonToken.START_OBJECT) {
                Map<String, String> event = new LinkedHashMap<>();
                readObject(parser, "", event);
                events.add(event);
            }
            assertThat(parser.currentToken()).isEqualTo(JsonToken.END_ARRAY);
            assertThat(parser.nextToken()).isNull();
        }
        return events;
    }

    private static void readObject(JsonParser parser, String prefix, Map<String, String> into) throws IOException {
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String key = prefix + parser.currentName();
            @Nullable JsonToken value = parser.nextToken();
            if (value == JsonToken.START_OBJECT) {
                readObject(parser, key + ".", into);
            } else {
                into.put(key, parser.getText());
            }
        }
    }
}
