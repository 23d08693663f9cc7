// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.timing;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.handler.CollectingHandler;
import dev.jtracer.engine.handler.TraceUnits;
import dev.jtracer.engine.json.JsonObjects;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A handler that finds the tracks that a program defines itself, by DevTools' rules for extensions: measures and
 * marks whose {@code detail} has a member {@code devtools} with a {@code track}, or with the {@code dataType}
 * {@code marker}; and console time stamps with a {@code track}, whose {@code start} and {@code end} are times in
 * microseconds or labels of time stamps before them.
 */
public final class CustomTracksHandler extends CollectingHandler<CustomTracks> {
    private record Entry(String group, String track, long startNanos, long durNanos) {
        private static final Comparator<Entry> BY_TIME =
                Comparator.comparingLong(Entry::startNanos).thenComparing(Entry::durNanos, Comparator.reverseOrder());

        /**
         * Returns the key of the tracks shown side by side with its own: a track without a group is separate, even if
         * a group has its name.
         */
        List<String> neighbours() {
            return group.isEmpty() ? List.of("", track) : List.of(group);
        }
    }

    private final List<Entry> entries = new ArrayList<>();
    /** Time of the latest console time stamp of each label. */
    private final Map<String, Long> nanosByLabel = new HashMap<>();

    private long markers;
    private long consoleStretches;
    private long dropped;

    public CustomTracksHandler() {
        super(UserTimingsHandler.class);
    }

    /** Returns no phases: it uses the data of another handler. */
    @Override
    public Set<Phase> phases() {
        return Set.of();
    }

    @Override
    public void handleEvent(TraceEvent event) {}

    @Override
    protected CustomTracks result() {
        UserTimings timings = context().dataOf(UserTimingsHandler.class);
        timings.measures().forEach(measure -> take(measure.begin(), measure.durNanos()));
        timings.marks().forEach(mark -> take(mark, 0));
        for (TraceEvent timestamp : timings.timestamps()) {
            Args data = timestamp.args().object("data");
            if (!data.isEmpty()) {
                takeTimestamp(timestamp.tsNanos(), data);
            }
        }
        return new CustomTracks(tracks(), markers, consoleStretches, dropped);
    }

    private List<CustomTracks.Track> tracks() {
        entries.sort(Entry.BY_TIME);
        Map<List<String>, Map<String, CustomTracks.Track>> grouped = new LinkedHashMap<>();
        for (Entry entry : entries) {
            grouped.computeIfAbsent(entry.neighbours(), neighbours -> new LinkedHashMap<>())
                    .merge(
                            entry.track,
                            new CustomTracks.Track(entry.group, entry.track, 1, entry.durNanos),
                            CustomTracks.Track::plus);
        }
        return grouped.values().stream()
                .flatMap(byName -> byName.values().stream())
                .toList();
    }

    /** Takes a mark or the begin of a measure. */
    private void take(TraceEvent source, long durNanos) {
        Args place = place(source);
        if (place.isEmpty()) {
            return;
        }
        switch (place.textOrEmpty("dataType")) {
            case "marker" -> markers++;
            case "", "track-entry" ->
                add(new Entry(place.textOrEmpty("trackGroup"), place.textOrEmpty("track"), source.tsNanos(), durNanos));
            default -> dropped++;
        }
    }

    private void add(Entry entry) {
        if (entry.track.isEmpty()) {
            dropped++;
        } else {
            entries.add(entry);
        }
    }

    /** Returns {@code devtools} of a timing's detail, in {@code args} or {@code args.data}, as JSON or its text. */
    private static Args place(TraceEvent timing) {
        if (!timing.hasDetails()) {
            return Args.EMPTY;
        }
        Args detail = detail(timing.args());
        return (detail.isEmpty() ? detail(timing.args().object("data")) : detail).object("devtools");
    }

    private static Args detail(Args holder) {
        String text = holder.text("detail");
        if (text == null) {
            return holder.object("detail");
        }
        Args parsed = JsonObjects.parse(text);
        return parsed == null ? Args.EMPTY : parsed;
    }

    /** Takes a console time stamp, in the order of time; one with a start, an end or a track is an entry. */
    private void takeTimestamp(long tsNanos, Args data) {
        String label = data.asText(data.asMap().containsKey("name") ? "name" : "message");
        nanosByLabel.put(label, tsNanos);
        String track = data.asText("track");
        if (track.isEmpty()
                && data.asText("start").isEmpty()
                && data.asText("end").isEmpty()) {
            return;
        }
        Long start = time("start", data);
        Long end = time("end", data);
        long startNanos = start == null ? tsNanos : start;
        long durNanos = (end == null ? tsNanos : end) - startNanos;
        if ((start == null && end != null) || durNanos < 0) {
            dropped++;
        } else if (track.isEmpty()) {
            consoleStretches++;
        } else {
            add(new Entry(data.asText("trackGroup"), track, startNanos, durNanos));
        }
    }

    /** Returns the time in a member, a number of microseconds or a label; null if it has no known time. */
    private @Nullable Long time(String member, Args data) {
        Number micros = data.number(member);
        return micros == null ? nanosByLabel.get(data.asText(member)) : Long.valueOf(TraceUnits.microsToNanos(micros));
    }
}
