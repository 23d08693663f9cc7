// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.timing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.TraceText;
import dev.jtracer.engine.chrome.read.ChromeTraceReader;
import dev.jtracer.engine.model.TraceProcessor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class CustomTracksHandlerTest {
    /** Parses lines in which {@code @{...}} is a user timing with these members under {@code detail.devtools}. */
    private static CustomTracks tracks(String lines) throws IOException {
        String json =
                TraceText.json(lines.replace("@{", "\"cat\":\"blink.user_timing\",\"args\":{\"detail\":{\"devtools\":{")
                        .replace("}@", "}}}")
                        .replace("@end", "\"cat\":\"blink.user_timing\"")
                        .replace("@stamp", "TimeStamp \"args\":{\"data\":")
                        .replace("}%", "}}"));
        byte[] file = json.getBytes(StandardCharsets.UTF_8);
        return new TraceProcessor(List.of(new CustomTracksHandler(), new UserTimingsHandler()))
                .parse(new ChromeTraceReader("trace.json", new ByteArrayInputStream(file)))
                .data(CustomTracksHandler.class);
    }

    /** A track a line, then its entries, indented by depth, with start and duration in microseconds. */
    private static String table(CustomTracks tracks) {
        StringBuilder table = new StringBuilder();
        for (CustomTracks.Track track : tracks.tracks()) {
            table.append(track.group()).append('/').append(track.name()).append('\n');
            for (CustomTracks.NestedEntry nested : track.entries()) {
                table.append("  ".repeat(nested.depth() + 1))
                        .append(row(nested.entry()))
                        .append('\n');
            }
        }
        return table.toString();
    }

    private static String row(CustomTracks.Entry entry) {
        return entry.name() + " " + entry.startNanos() / 1000 + " " + entry.durNanos() / 1000;
    }

    private static String rows(List<CustomTracks.Entry> entries) {
        return entries.stream().map(CustomTracksHandlerTest::row).collect(Collectors.joining("\n"));
    }

    @Test
    void measuresAndMarksWithATrack_areItsEntries() throws IOException {
        CustomTracks tracks = tracks("""
                b 0x1 10 load @{"track":"IO","dataType":"track-entry"}@
                e 0x1 30 load @end
                I 1 12 ready @{"track":"IO"}@
                b 0x2 5 plain @end
                e 0x2 6 plain @end
                """);

        assertThat(table(tracks)).isEqualTo("""
                /IO
                  load 10 20
                    ready 12 0
                """);
        assertThat(tracks.leftOut()).isZero();
    }

    @Test
    void markers_standForTheWholeTrace() throws IOException {
        CustomTracks tracks = tracks("""
                I 1 20 deploy @{"dataType":"marker","color":"error"}@
                b 0x1 10 warm-up @{"dataType":"marker"}@
                e 0x1 15 warm-up @end
                """);

        assertThat(rows(tracks.markers())).isEqualTo("warm-up 10 5\ndeploy 20 0");
        assertThat(tracks.markers().get(1).color()).isEqualTo("error");
        assertThat(tracks.tracks()).isEmpty();
    }

    @Test
    void tracksOfAGroup_standSideBySide() throws IOException {
        assertThat(table(tracks("""
                        I 1 1 a @{"track":"one","trackGroup":"G"}@
                        I 1 2 b @{"track":"alone"}@
                        I 1 3 c @{"track":"two","trackGroup":"G"}@
                        I 1 4 d @{"track":"one","trackGroup":"G"}@
                        I 1 5 e @{"track":"G"}@
                        """))).isEqualTo("""
                G/one
                  a 1 0
                  d 4 0
                G/two
                  c 3 0
                /alone
                  b 2 0
                /G
                  e 5 0
                """);
    }

    @Test
    void entries_nestByContainment() throws IOException {
        CustomTracks tracks = tracks("""
                b 0x1 20 grandchild @{"track":"T"}@
                e 0x1 25 grandchild @end
                b 0x2 20 child @{"track":"T"}@
                e 0x2 30 child @end
                b 0x3 10 root @{"track":"T"}@
                e 0x3 40 root @end
                b 0x4 40 next @{"track":"T"}@
                e 0x4 50 next @end
                """);

        assertThat(table(tracks)).isEqualTo("""
                /T
                  root 10 30
                    child 20 10
                      grandchild 20 5
                  next 40 10
                """);
        assertThat(tracks.tracks().get(0).entries())
                .extracting(CustomTracks.NestedEntry::parent)
                .containsExactly(CustomTracks.NestedEntry.NO_PARENT, 0, 1, CustomTracks.NestedEntry.NO_PARENT);
    }

    @Test
    void entriesOfTheSameTimes_nestTheLastRecordedOutside() throws IOException {
        assertThat(table(tracks("""
                        b 0x1 10 child @{"track":"T"}@
                        e 0x1 30 child @end
                        b 0x2 10 parent @{"track":"T"}@
                        e 0x2 30 parent @end
                        """))).isEqualTo("""
                /T
                  parent 10 20
                    child 10 20
                """);
    }

    @Test
    void partialOverlap_isKeptBeside_notDroppedAsInDevTools() throws IOException {
        assertThat(table(tracks("""
                        b 0x1 0 first @{"track":"T"}@
                        e 0x1 10 first @end
                        b 0x2 5 second @{"track":"T"}@
                        e 0x2 15 second @end
                        b 0x3 6 inner @{"track":"T"}@
                        e 0x3 9 inner @end
                        """))).isEqualTo("""
                /T
                  first 0 10
                  second 5 10
                    inner 6 3
                """);
    }

    @Test
    void details_areKept() throws IOException {
        CustomTracks.Entry entry = tracks("""
                I 1 7 ready "cat":"blink.user_timing","args":{"data":{"detail":"{\\"devtools\\":{\\"track\\":\\"T\\",\\"color\\":\\"primary-dark\\",\\"tooltipText\\":\\"all\\",\\"properties\\":[[\\"n\\",3],[\\"bad\\"],[\\"s\\",\\"x\\"]]},\\"own\\":1}"}}
                """).tracks().get(0).entries().get(0).entry();

        assertThat(entry.color()).isEqualTo("primary-dark");
        assertThat(entry.tooltip()).isEqualTo("all");
        assertThat(entry.properties())
                .containsExactly(new CustomTracks.Property("n", "3"), new CustomTracks.Property("s", "x"));
        assertThat(entry.userDetail().number("own")).isEqualTo(1L);
        assertThat(entry.userDetail().asMap()).doesNotContainKey("devtools");
        assertThat(entry.source().index()).isZero();
    }

    @Test
    void invalidPayloads_areLeftOutAndCounted() throws IOException {
        CustomTracks tracks = tracks("""
                I 1 1 noTrack @{"color":"error"}@
                I 1 2 badType @{"track":"T","dataType":"other"}@
                I 1 3 emptyTrack @{"track":""}@
                """);

        assertThat(tracks.tracks()).isEmpty();
        assertThat(tracks.markers()).isEmpty();
        assertThat(tracks.leftOut()).isEqualTo(3);
    }

    @Test
    void consoleTimestamps_nameStartAndEndByLabel() throws IOException {
        assertThat(table(tracks("""
                        I 1 10 @stamp {"name":"start"}%
                        I 1 20 @stamp {"name":"middle"}%
                        I 1 30 @stamp {"name":"whole","start":"start","end":"middle","track":"T","trackGroup":"G"}%
                        I 1 40 @stamp {"message":"untilNow","start":"middle","track":"T","trackGroup":"G"}%
                        I 1 50 @stamp {"name":"moment","track":"T","trackGroup":"G"}%
                        """))).isEqualTo("""
                G/T
                  whole 10 10
                  untilNow 20 20
                  moment 50 0
                """);
    }

    @Test
    void consoleTimestamps_giveTimesInMicroseconds() throws IOException {
        CustomTracks.Entry entry = tracks("""
                I 1 282954836600 @stamp {"name":"load","start":282954836542,"end":282954836543.5,"track":"T"}%
                """).tracks().get(0).entries().get(0).entry();

        assertThat(entry.startNanos()).isEqualTo(282_954_836_542_000L);
        assertThat(entry.durNanos()).isEqualTo(1_500);
    }

    @Test
    void consoleTimestampsWithoutTrack_areConsoleStretches() throws IOException {
        CustomTracks tracks = tracks("""
                I 1 10 @stamp {"name":"start"}%
                I 1 40 @stamp {"name":"load","start":"start"}%
                """);

        assertThat(rows(tracks.consoleStretches())).isEqualTo("load 10 30");
        assertThat(tracks.tracks()).isEmpty();
    }

    @Test
    void endWithoutAStartThatIsKnown_isLeftOutAndCounted() throws IOException {
        CustomTracks tracks = tracks("""
                I 1 10 @stamp {"name":"end"}%
                I 1 40 @stamp {"name":"load","start":"unknown","end":"end","track":"T"}%
                """);

        assertThat(tracks.tracks()).isEmpty();
        assertThat(tracks.leftOut()).isEqualTo(1);
    }

    @Test
    void endBeforeTheStart_andTimesBeyondAllBounds_areLeftOutAndCounted() throws IOException {
        CustomTracks tracks = tracks("""
                I 1 10 @stamp {"name":"load","start":30,"end":20,"track":"T"}%
                I 1 10 @stamp {"name":"load","start":-1e300,"end":1e300,"track":"T"}%
                I 1 10 @stamp {"name":"load","start":9223372036854775807,"track":"T"}%
                """);

        assertThat(tracks.tracks()).isEmpty();
        assertThat(tracks.leftOut()).isEqualTo(3);
    }
}
