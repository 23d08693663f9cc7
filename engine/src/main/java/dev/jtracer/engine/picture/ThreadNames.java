// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.picture;

import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.event.TrackTable;
import dev.jtracer.engine.handler.meta.Meta;

/** The names of the threads of a trace. */
final class ThreadNames {
    /** The name of all virtual threads together, also in the files of jtracer. */
    static final String VIRTUAL = "virtual threads";

    private final TrackTable tracks;
    private final Meta meta;

    ThreadNames(TrackTable tracks, Meta meta) {
        this.tracks = tracks;
        this.meta = meta;
    }

    /** Returns the name of a track's thread, with its process where there are several. */
    String of(int index) {
        return meta.threadTitle(tracks.get(index));
    }

    boolean isMain(int index) {
        return plain(tracks.get(index)).equals("main");
    }

    private String plain(Track track) {
        return track.name().isEmpty() ? meta.threadName(track.pid(), track.tid()) : track.name();
    }
}
