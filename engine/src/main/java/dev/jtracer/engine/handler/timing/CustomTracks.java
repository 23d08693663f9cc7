// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.timing;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.TraceEvent;
import java.util.List;

/**
 * The tracks that a program draws itself, as it can in Chrome DevTools. Immutable.
 *
 * @param tracks the tracks, those of a group side by side, else in the order of their first entries
 * @param markers moments of importance to the whole trace, in order of time
 * @param consoleStretches stretches between console time stamps that name no track, in order of time
 * @param leftOut entries that make no sense: no track, an end without a start, an end before the start
 */
public record CustomTracks(List<Track> tracks, List<Entry> markers, List<Entry> consoleStretches, long leftOut) {
    public static final CustomTracks EMPTY = new CustomTracks(List.of(), List.of(), List.of(), 0);

    public CustomTracks {
        tracks = List.copyOf(tracks);
        markers = List.copyOf(markers);
        consoleStretches = List.copyOf(consoleStretches);
    }

    /**
     * A track.
     *
     * @param group name of the group that it belongs to; empty when it is in none
     * @param name its name, unique in its group
     * @param entries its entries in order of time, an entry before those within it
     */
    public record Track(String group, String name, List<NestedEntry> entries) {
        public Track {
            entries = List.copyOf(entries);
        }
    }

    /**
     * An entry in its place on a track.
     *
     * @param entry the entry
     * @param depth its level, 0 for the outermost
     * @param parent place of the innermost entry that contains it among the track's entries; {@link #NO_PARENT} for none
     */
    public record NestedEntry(Entry entry, int depth, int parent) {
        public static final int NO_PARENT = -1;
    }

    /**
     * What a program has drawn.
     *
     * @param name its text
     * @param startNanos its start
     * @param durNanos how long it lasted, at least 0
     * @param color the name of a colour in DevTools' palette, as given; empty when none is given
     * @param tooltip a longer text; empty when none is given
     * @param properties what else there is to know, in the program's order
     * @param userDetail the program's own data, without the members that request the track
     * @param source the event that it comes from: a mark, a time stamp, or the begin of a measure
     */
    public record Entry(
            String name,
            long startNanos,
            long durNanos,
            String color,
            String tooltip,
            List<Property> properties,
            Args userDetail,
            TraceEvent source) {
        public Entry {
            properties = List.copyOf(properties);
        }

        public long endNanos() {
            return startNanos + durNanos;
        }
    }

    /** A property of an entry, both sides as text. */
    public record Property(String name, String value) {}
}
