// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.timing;

import java.util.List;

/**
 * The tracks that a program defines itself, as in Chrome DevTools. Immutable.
 *
 * @param tracks the tracks, those of a group side by side, else in the order of their first entries
 * @param markers number of moments that concern the whole trace
 * @param consoleStretches number of intervals between console time stamps that name no track
 * @param dropped number of invalid entries: no track, an end without a start, an end before the start
 */
public record CustomTracks(List<Track> tracks, long markers, long consoleStretches, long dropped) {
    public CustomTracks {
        tracks = List.copyOf(tracks);
    }

    /**
     * A track.
     *
     * @param group name of its group; empty if it is in none
     * @param name its name, unique in its group
     * @param longestNanos the longest of them
     */
    public record Track(String group, String name, long entries, long longestNanos) {
        Track plus(Track other) {
            return new Track(group, name, entries + other.entries, Math.max(longestNanos, other.longestNanos));
        }
    }
}
