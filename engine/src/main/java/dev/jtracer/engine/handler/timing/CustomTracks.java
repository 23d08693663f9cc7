// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.timing;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.TraceEvent;
import java.util.List;

/**
 * The tracks that a program defines itself, as in Chrome DevTools. Immutable.
 *
 * @param tracks the tracks, those of a group side by side, else in the order of their first entries
 * @param markers moments that concern the whole trace, in the order of time
 * @param consoleStretches intervals between console time stamps that name no track, in the order of time
 * @param leftOut number of invalid entries: no track, an end without a start, an end before the start
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
     * @param group name of its group; empty if it is in none
     * @param name its name, unique in its group
     * @param entries its entries in the order of time, an entry before its inner entries
     */
    public record Track(String group, String name, List<NestedEntry> entries) {
        public Track {
            entries = List.copyOf(entries);
        }
    }

    /**
     * An entry with its position on a track.
     *
     * @param entry the entry
     * @param depth its level, 0 for the outermost
     * @param parent index of the innermost entry that contains it among the track's entries; {@link #NO_PARENT} for none
     */
    public record NestedEntry(Entry entry, int depth, int parent) {
        public static final int NO_PARENT = -1;
    }

    /**
     * An entry that a program defined.
     *
     * @param name its text
     * @param startNanos its start
     * @param durNanos its duration, at least 0
     * @param color the name of a colour in DevTools' palette, as given; empty when none is given
     * @param tooltip a longer text; empty when none is given
     * @param properties further properties, in the program's order
     * @param userDetail the program's own data, without the members that request the track
     * @param source its event: a mark, a time stamp, or the begin of a measure
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
