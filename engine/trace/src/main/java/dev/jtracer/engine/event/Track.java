// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

/**
 * A stack on which spans nest: a thread, or in files the events of one async id.
 *
 * @param index dense number in its {@link TrackTable}
 * @param kind what the track denotes
 * @param pid process; for an async track the process of its first event
 * @param tid thread; for an async track the thread of its first event
 * @param name name of the thread; empty if not known
 * @param category category of an async track; empty otherwise
 * @param id id of an async track; empty otherwise
 */
public record Track(int index, Kind kind, long pid, long tid, String name, String category, String id) {
    /** Returns whether the events of the track have an id in common, which those of a virtual thread may have too. */
    public boolean isAsync() {
        return kind == Kind.ASYNC || !id.isEmpty();
    }

    public enum Kind {
        THREAD,
        VIRTUAL_THREAD,
        ASYNC
    }
}
