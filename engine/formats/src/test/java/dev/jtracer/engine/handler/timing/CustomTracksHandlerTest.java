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

    /** A track a line: its group and name, the number of its entries and the longest of them in nanoseconds. */
    private static String table(CustomTracks tracks) {
        return tracks.tracks().stream()
                .map(track -> track.group() + "/" + track.name() + " " + track.entries() + " " + track.longestNanos())
                .collect(Collectors.joining("\n"));
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

        assertThat(table(tracks)).isEqualTo("/IO 2 20000");
        assertThat(tracks.dropped()).isZero();
    }

    @Test
    void markers_standForTheWholeTrace() throws IOException {
        CustomTracks tracks = tracks("""
                I 1 20 deploy @{"dataType":"marker","color":"error"}@
                b 0x1 10 warm-up @{"dataType":"marker"}@
                e 0x1 15 warm-up @end
                """);

        assertThat(tracks.markers()).isEqualTo(2);
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
                G/one 2 0
                G/two 1 0
                /alone 1 0
                /G 1 0""");
    }

    @Test
    void details_mayBeText() throws IOException {
        assertThat(table(tracks("""
                        I 1 7 ready "cat":"blink.user_timing","args":{"data":{"detail":"{\\"devtools\\":{\\"track\\":\\"T\\"}}"}}
                        """))).isEqualTo("/T 1 0");
    }

    @Test
    void invalidPayloads_areDroppedAndCounted() throws IOException {
        CustomTracks tracks = tracks("""
                I 1 1 noTrack @{"color":"error"}@
                I 1 2 badType @{"track":"T","dataType":"other"}@
                I 1 3 emptyTrack @{"track":""}@
                """);

        assertThat(tracks.tracks()).isEmpty();
        assertThat(tracks.markers()).isZero();
        assertThat(tracks.dropped()).isEqualTo(3);
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
                G/T 3 20000""");
    }

    @Test
    void consoleTimestamps_giveTimesInMicroseconds() throws IOException {
        assertThat(table(tracks("""
                        I 1 282954836600 @stamp {"name":"load","start":282954836542,"end":282954836543.5,"track":"T"}%
                        """))).isEqualTo("/T 1 1500");
    }

    @Test
    void consoleTimestampsWithoutTrack_areConsoleStretches() throws IOException {
        CustomTracks tracks = tracks("""
                I 1 10 @stamp {"name":"start"}%
                I 1 40 @stamp {"name":"load","start":"start"}%
                """);

        assertThat(tracks.consoleStretches()).isEqualTo(1);
        assertThat(tracks.tracks()).isEmpty();
    }

    @Test
    void endWithoutAStartThatIsKnown_isDroppedAndCounted() throws IOException {
        CustomTracks tracks = tracks("""
                I 1 10 @stamp {"name":"end"}%
                I 1 40 @stamp {"name":"load","start":"unknown","end":"end","track":"T"}%
                """);

        assertThat(tracks.tracks()).isEmpty();
        assertThat(tracks.dropped()).isEqualTo(1);
    }

    @Test
    void endBeforeTheStart_andTimesBeyondAllBounds_areDroppedAndCounted() throws IOException {
        CustomTracks tracks = tracks("""
                I 1 10 @stamp {"name":"load","start":30,"end":20,"track":"T"}%
                I 1 10 @stamp {"name":"load","start":-1e300,"end":1e300,"track":"T"}%
                I 1 10 @stamp {"name":"load","start":9223372036854775807,"track":"T"}%
                """);

        assertThat(tracks.tracks()).isEmpty();
        assertThat(tracks.dropped()).isEqualTo(3);
    }
}
