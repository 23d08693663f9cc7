// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.timing;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.handler.TraceUnits;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A builder of entries from console time stamps with a start, an end or a track. */
final class ConsoleStretches {
    private final CustomTracksBuilder tracks;
    /** Time of the latest time stamp of each label. */
    private final Map<String, Long> nanosByLabel = new HashMap<>();

    ConsoleStretches(CustomTracksBuilder tracks) {
        this.tracks = tracks;
    }

    /** Takes time stamps in the order of time. */
    void take(List<TraceEvent> timestamps) {
        for (TraceEvent timestamp : timestamps) {
            Args data = timestamp.args().object("data");
            if (!data.isEmpty()) {
                take(timestamp, data);
            }
        }
    }

    private void take(TraceEvent timestamp, Args data) {
        String label = text(data.asMap().containsKey("name") ? "name" : "message", data);
        nanosByLabel.put(label, timestamp.tsNanos());
        String track = text("track", data);
        if (track.isEmpty() && !isGiven("start", data) && !isGiven("end", data)) {
            return;
        }
        Long start = time("start", data);
        Long end = time("end", data);
        long startNanos = start == null ? timestamp.tsNanos() : start;
        long endNanos = end == null ? timestamp.tsNanos() : end;
        if ((start == null && end != null) || endNanos < startNanos || endNanos - startNanos < 0) {
            tracks.leaveOut();
            return;
        }
        CustomTracks.Entry entry = new CustomTracks.Entry(
                label,
                startNanos,
                endNanos - startNanos,
                text("color", data),
                "",
                List.of(),
                TimingDetail.parse(text("devtools", data)),
                timestamp);
        if (track.isEmpty()) {
            tracks.addConsoleStretch(entry);
        } else {
            tracks.addEntry(text("trackGroup", data), track, entry);
        }
    }

    private static boolean isGiven(String member, Args data) {
        return !text(member, data).isEmpty();
    }

    /** Returns the time in a member, a number of microseconds or a label; null if it has no known time. */
    private @Nullable Long time(String member, Args data) {
        Number micros = data.number(member);
        return micros == null ? nanosByLabel.get(text(member, data)) : Long.valueOf(TraceUnits.microsToNanos(micros));
    }

    private static String text(String member, Args data) {
        Object value = data.asMap().get(member);
        return value == null ? "" : String.valueOf(value);
    }
}
