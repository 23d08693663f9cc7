// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.drain;

import dev.jtracer.engine.event.LongIntTable;
import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.event.TrackTable;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;

/**
 * The tracks of the live handlers on which each thread's calls nest. A platform thread keeps its track until it ends;
 * a virtual thread has one only while it has an open call.
 */
final class LiveTracks {
    /* An application may create millions of threads, and a track takes a few hundred bytes in the handlers. The track
     * of a virtual thread without open calls is therefore reused. */

    static final int UNKNOWN = LongIntTable.ABSENT;

    /**
     * Number of tracks of ended threads that are held back from reuse. A run on the same track as its pass counts as
     * a run on the same thread, so a thread must not get the track of one that has just ended.
     */
    private static final int RESTING = 256;

    private final TrackTable tracks;
    private final long processId;
    private final LongIntTable trackOf = new LongIntTable();
    private final Queue<Integer> ended = new ArrayDeque<>();
    /** The thread of each track, or the last one. */
    private long[] threads = new long[16];

    private int[] spare = new int[16];
    private int spares;

    LiveTracks(TrackTable tracks, long processId) {
        this.tracks = tracks;
        this.processId = processId;
    }

    /** Returns the track of a platform thread, which keeps it until {@link #ended}. */
    int platform(long threadId) {
        int known = trackOf.get(threadId);
        if (known != UNKNOWN) {
            return known;
        }
        return assign(threadId, ended.size() > RESTING ? ended.remove() : added(Track.Kind.THREAD, threadId));
    }

    private int added(Track.Kind kind, long threadId) {
        return tracks.addThread(kind, processId, threadId, "");
    }

    private int assign(long threadId, int track) {
        trackOf.put(threadId, track);
        if (track >= threads.length) {
            threads = Arrays.copyOf(threads, Math.max(track + 1, threads.length * 2));
        }
        threads[track] = threadId;
        return track;
    }

    /** Returns the thread of a track with an open call. */
    long thread(int track) {
        return threads[track];
    }

    /** Returns the track of a virtual thread, which keeps it until {@link #release}. */
    int virtual(long threadId) {
        int known = trackOf.get(threadId);
        if (known != UNKNOWN) {
            return known;
        }
        return assign(threadId, spares > 0 ? spare[--spares] : added(Track.Kind.VIRTUAL_THREAD, threadId));
    }

    /** Returns a thread's track, or {@link #UNKNOWN} if it has none. */
    int known(long threadId) {
        return trackOf.get(threadId);
    }

    /** Frees the track of a virtual thread that has no open call. */
    void release(long threadId) {
        int track = trackOf.remove(threadId);
        if (track == UNKNOWN) {
            return;
        }
        if (spares == spare.length) {
            spare = Arrays.copyOf(spare, spares * 2);
        }
        spare[spares++] = track;
    }

    /** Frees the track of a platform thread that has ended and has no open call. */
    void ended(long threadId) {
        int track = trackOf.remove(threadId);
        if (track != UNKNOWN) {
            ended.add(track);
        }
    }
}
