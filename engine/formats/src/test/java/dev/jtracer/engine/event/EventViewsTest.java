// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.EventValues;
import dev.jtracer.engine.Schedule;
import dev.jtracer.engine.importer.EventBuilder;
import dev.jtracer.engine.importer.TraceImport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Copies and merged events have every value of their originals: compared by reflection, so that none is forgotten.
 */
class EventViewsTest {
    private static final String EVENTS =
            "[{\"ph\":\"M\",\"pid\":3,\"name\":\"process_name\",\"args\":{\"name\":\"p\"}},"
                    + "{\"ph\":\"X\",\"ts\":5,\"dur\":2,\"tts\":4,\"tdur\":1,\"pid\":3,\"tid\":4,\"cat\":\"c\","
                    + "\"name\":\"complete\",\"sf\":7,\"args\":{\"a\":1,\"threw\":true}},"
                    + "{\"ph\":\"b\",\"ts\":6,\"pid\":3,\"tid\":4,\"cat\":\"c\",\"name\":\"async\",\"id\":\"i\",\"scope\":\"s\"}]";

    /** Indexes into tables, which several files share. */
    private static final Set<String> INDEXES = Set.of("nameIndex", "categoryIndex", "track");
    /** Accessors with other values in the second of several files. All others keep their values. */
    private static final Set<String> RENUMBERED =
            Set.of("index", "pid", "nameIndex", "categoryIndex", "track", "bindId", "forward", "scope", "otherFields");

    private static final String HAND_OFF = """
            FNI main 0 outer
            PASS main 0 outer[0] #1
            FNI main 1 inner
            PASS main 1 inner[0] #2 forward=1
            FNR main 2 inner
            FNR main 3 outer
            CBI pool 20 inner[0] #2
            CBR pool 24 inner[0]
            """;

    private static Map<String, Object> valuesBut(Set<String> accessors, TraceEvent event) {
        Map<String, Object> values = EventValues.of(event);
        values.keySet().removeAll(accessors);
        return values;
    }

    private static void hasAnEqualCopy(TraceEvent event) {
        assertThat(EventValues.of(event.copy())).isEqualTo(EventValues.of(event));
    }

    private static List<TraceEvent> read(Path... files) throws IOException {
        List<TraceEvent> events = new ArrayList<>();
        TraceImport.open(List.of(files)).read(event -> {
            hasAnEqualCopy(event);
            events.add(event.copy());
        });
        return events;
    }

    @Test
    void liveEvent_hasAnEqualCopy() {
        StringTable names = new StringTable();
        TrackTable tracks = new TrackTable();
        int track = tracks.addThread(Track.Kind.THREAD, 3, 4, "main");
        TraceEvent event = new TraceEvent(names, tracks)
                .set(Phase.ASYNC_BEGIN, 5, names.add("name"), track, SpanFlags.PASS)
                .setBindId(7)
                .setForward(6);

        hasAnEqualCopy(event);
        assertThat(event.copy().forward()).isEqualTo(6);
    }

    @Test
    void builtEvent_hasAnEqualCopy() {
        EventBuilder events = new EventBuilder(ImportLimits.DEFAULT);
        List<Map<String, Object>> seen = new ArrayList<>();
        events.deliverTo(event -> {
            hasAnEqualCopy(event);
            seen.add(EventValues.of(event));
        });

        int track = events.tracks().addThread(Track.Kind.THREAD, 3, 4, "main");
        events.deliver(events.event(Phase.COMPLETE, 5, track, events.name("name"), events.symbol("category"))
                .setDurNanos(9)
                .setFlags(SpanFlags.PASS)
                .setId(IdKind.GLOBAL, events.symbol("id"))
                .setBindId(7)
                .setForward(6)
                .setArgs(Args.of(Map.of("a", 1)))
                .setOtherFields(Args.of(Map.of("sf", 1))));

        assertThat(seen).singleElement().satisfies(values -> assertThat(values)
                .containsEntry("forward", 6L)
                .containsEntry("bindId", 7L)
                .containsEntry("id", "id"));
    }

    @Test
    void eventOfTheFirstOfSeveralFiles_isTheEventOfTheFileAlone(@TempDir Path directory) throws IOException {
        for (byte[] content : List.of(EVENTS.getBytes(StandardCharsets.UTF_8), new Schedule(HAND_OFF).file())) {
            Path first = Files.write(directory.resolve("a.json"), content);
            Path second = Files.write(directory.resolve("b.json"), content);

            List<TraceEvent> alone = read(first);
            List<TraceEvent> both = read(first, second);

            assertThat(both).hasSize(2 * alone.size());
            for (int i = 0; i < alone.size(); i++) {
                assertThat(valuesBut(INDEXES, both.get(i))).isEqualTo(valuesBut(INDEXES, alone.get(i)));
                assertThat(valuesBut(RENUMBERED, both.get(alone.size() + i)))
                        .isEqualTo(valuesBut(RENUMBERED, alone.get(i)));
            }
        }
    }

    @Test
    void secondOfSeveralFiles_keepsPassesAndTheirRunsTogether(@TempDir Path directory) throws IOException {
        byte[] content = new Schedule(HAND_OFF).file();
        List<TraceEvent> events = read(
                Files.write(directory.resolve("a.json"), content), Files.write(directory.resolve("b.json"), content));

        List<TraceEvent> passes = events.stream()
                .filter(event -> (event.flags() & SpanFlags.PASS) != 0 && event.bindId() != 0)
                .toList();

        assertThat(passes).hasSize(4);
        assertThat(passes.get(1).forward()).isEqualTo(passes.get(0).bindId());
        assertThat(passes.get(3).forward()).isEqualTo(passes.get(2).bindId());
        assertThat(passes.get(2).bindId()).isNotEqualTo(passes.get(0).bindId());
    }
}
