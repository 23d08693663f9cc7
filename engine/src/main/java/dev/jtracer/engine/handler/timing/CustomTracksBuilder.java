// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.timing;

import dev.jtracer.engine.handler.timing.CustomTracks.Entry;
import dev.jtracer.engine.handler.timing.CustomTracks.NestedEntry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A builder of tracks that nests entries on them. */
final class CustomTracksBuilder {
    private static final Comparator<Entry> BY_TIME =
            Comparator.comparingLong(Entry::startNanos).thenComparing(Entry::durNanos, Comparator.reverseOrder());

    private record Place(String group, String track, Entry entry) {
        /**
         * Returns the key of the tracks shown side by side with its own: a track without a group is separate, even if a
         * group has its name.
         */
        Neighbours neighbours() {
            return group.isEmpty() ? new Neighbours("", track) : new Neighbours(group, "");
        }
    }

    private record Neighbours(String group, String onlyTrack) {}

    private final List<Place> places = new ArrayList<>();
    private final List<Entry> markers = new ArrayList<>();
    private final List<Entry> consoleStretches = new ArrayList<>();
    private long leftOut;

    void addEntry(String group, String track, Entry entry) {
        if (track.isEmpty()) {
            leaveOut();
        } else {
            places.add(new Place(group, track, entry));
        }
    }

    void addMarker(Entry marker) {
        markers.add(marker);
    }

    void addConsoleStretch(Entry stretch) {
        consoleStretches.add(stretch);
    }

    void leaveOut() {
        leftOut++;
    }

    CustomTracks build() {
        places.sort(Comparator.comparing(Place::entry, BY_TIME));
        markers.sort(BY_TIME);
        consoleStretches.sort(BY_TIME);
        return new CustomTracks(tracks(), markers, consoleStretches, leftOut);
    }

    private List<CustomTracks.Track> tracks() {
        Map<Neighbours, Map<String, List<Entry>>> grouped = new LinkedHashMap<>();
        for (Place place : places) {
            grouped.computeIfAbsent(place.neighbours(), neighbours -> new LinkedHashMap<>())
                    .computeIfAbsent(place.track, track -> new ArrayList<>())
                    .add(place.entry);
        }
        List<CustomTracks.Track> tracks = new ArrayList<>();
        grouped.forEach((neighbours, byName) -> byName.forEach(
                (name, entries) -> tracks.add(new CustomTracks.Track(neighbours.group, name, nested(entries)))));
        return tracks;
    }

    /* If an entry ends after an open entry, it is not inside it. Later entries inside the open entry start later and so are
     * inside the new one too. So the open entry can be closed, and each entry is opened and closed once. */
    private static List<NestedEntry> nested(List<Entry> ordered) {
        List<NestedEntry> nested = new ArrayList<>(ordered.size());
        Deque<Integer> open = new ArrayDeque<>();
        for (int i = 0; i < ordered.size(); i++) {
            Entry entry = ordered.get(i);
            while (!open.isEmpty() && !contains(ordered.get(open.peek()), entry)) {
                open.pop();
            }
            nested.add(new NestedEntry(entry, open.size(), open.isEmpty() ? NestedEntry.NO_PARENT : open.peek()));
            open.push(i);
        }
        return nested;
    }

    private static boolean contains(Entry outer, Entry later) {
        return later.startNanos() < outer.endNanos() && later.endNanos() <= outer.endNanos();
    }
}
