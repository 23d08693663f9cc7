// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.event.TrackTable;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SegmentedTraceWriterTest {
    private static final RecordingInfo INFO = new RecordingInfo(77, "app", List.of(), Map.of("tool", "jtracer"));

    private final StringTable names = new StringTable();
    private final TrackTable tracks = new TrackTable();
    private final List<ByteArrayOutputStream> segments = new ArrayList<>();
    private final int main = tracks.addThread(Track.Kind.THREAD, 77, 1, "main");
    private final int outer = names.add("a.B.outer");
    private final int inner = names.add("a.B.inner");

    private SegmentedTraceWriter writer(SegmentLimits limits) throws IOException {
        return new SegmentedTraceWriter(this::open, names, tracks, INFO, limits);
    }

    private OutputStream open(int part) {
        assertThat(part).isEqualTo(segments.size() + 1);
        segments.add(new ByteArrayOutputStream());
        return segments.get(part - 1);
    }

    private String segment(int part) {
        return segments.get(part - 1).toString(StandardCharsets.UTF_8);
    }

    @Test
    void layout_isTheOneThatViewersShowAsARowPerThread() throws IOException {
        SegmentedTraceWriter writer = writer(SegmentLimits.DEFAULT);
        writer.enter(main, outer, 5_000);
        writer.enter(main, inner, 81_235_567);
        writer.log(main, 81_235_567, "half \"way\"");
        writer.exit(main, inner, 81_235_999, true);
        writer.exit(main, outer, 90_000_001, false);
        writer.finish(91_000_000, Map.of("lostEvents", 0));

        assertThat(segment(1)).isEqualTo("""
                        [
                        {"ph":"M","ts":0.000,"pid":77,"tid":0,"cat":"__metadata","name":"process_name","args":{"name":"app"}},
                        {"ph":"M","ts":0.000,"pid":77,"tid":0,"cat":"__metadata","name":"process_sort_index","args":{"sort_index":0}},
                        {"ph":"i","s":"p","ts":0.000,"pid":77,"tid":0,"cat":"jtracer","name":"recording","args":{"tool":"jtracer"}},
                        {"ph":"M","ts":0.000,"pid":77,"tid":1,"cat":"__metadata","name":"thread_name","args":{"name":"main"}},
                        {"ph":"M","ts":0.000,"pid":77,"tid":1,"cat":"__metadata","name":"thread_sort_index","args":{"sort_index":0}},
                        {"ph":"b","ts":5.000,"pid":77,"tid":1,"cat":"java","id2":{"local":"0x1"},"name":"main","args":{"thread":"main"}},
                        {"ph":"b","ts":5.000,"pid":77,"tid":1,"cat":"java","id2":{"local":"0x1"},"name":"a.B.outer"},
                        {"ph":"b","ts":81235.567,"pid":77,"tid":1,"cat":"java","id2":{"local":"0x1"},"name":"a.B.inner"},
                        {"ph":"i","s":"t","ts":81235.567,"pid":77,"tid":1,"cat":"log","name":"half \\"way\\""},
                        {"ph":"e","ts":81235.999,"pid":77,"tid":1,"cat":"java","id2":{"local":"0x1"},"name":"a.B.inner","args":{"threw":true}},
                        {"ph":"e","ts":90000.001,"pid":77,"tid":1,"cat":"java","id2":{"local":"0x1"},"name":"a.B.outer"},
                        {"ph":"e","ts":90000.001,"pid":77,"tid":1,"cat":"java","id2":{"local":"0x1"},"name":"main","args":{"threadEnd":true}},
                        {"ph":"i","s":"p","ts":91000.000,"pid":77,"tid":0,"cat":"jtracer","name":"recording end","args":{"lostEvents":0,"segments":1,"calls":2,"unmatchedExits":0,"unmatchedEnters":0,"openAtEnd":0,"depthCut":0,"tooShort":0,"movedForward":0}}
                        ]
                        """);
    }
}
