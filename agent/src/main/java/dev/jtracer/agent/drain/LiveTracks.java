// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.drain;

import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.event.TrackTable;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;

/**
 * Which track of the live handlers a thread's calls nest on. A platform thread keeps its track until it ends; a virtual
 * thread has one only while a call of its is open.
 */
final class LiveTracks {
    /* A million threads come and go. A track is a few hundred bytes in the handlers, so the track of one whose
     * calls are all closed goes to the next. Open addressing, because a lookup happens at every switch of threads and
     * must allocate nothing. */
    private static final int FREE = 0;
    private static final long DELETED = -1;

    /** The track of a thread that has none. */
    static final int UNKNOWN = -1;

    /**
     * Tracks of ended threads that are not reused yet. A run is taken for one on the thread that handed its callback over if
     * the tracks are the same, so a thread must not get the track of one that has ended a moment ago.
     */
    private static final int RESTING = 256;

    private final TrackTable tracks;
    private final long processId;
    private final Queue<Integer> ended = new ArrayDeque<>();
    private int[] spare = new int[16];
    private int spares;
    private long[] threads = new long[64];
    private int[] trackOf = new int[64];
    private int used;

    LiveTracks(TrackTable tracks, long processId) {
        this.tracks = tracks;
        this.processId = processId;
    }

    /** The track of a platform thread, which has it until {@link #ended}. */
    int platform(long threadId) {
        int slot = slot(threadId);
        if (threads[slot] == threadId) {
            return trackOf[slot];
        }
        int track =
                ended.size() > RESTING ? ended.remove() : tracks.addThread(Track.Kind.THREAD, processId, threadId, "");
        put(threadId, track);
        return track;
    }

    /** The track of a virtual thread, which has it until {@link #release}. */
    int virtual(long threadId) {
        int slot = slot(threadId);
        if (threads[slot] == threadId) {
            return trackOf[slot];
        }
        int track = spares > 0 ? spare[--spares] : tracks.addThread(Track.Kind.VIRTUAL_THREAD, processId, threadId, "");
        put(threadId, track);
        return track;
    }

    /** Returns the track that a thread has; {@link #UNKNOWN} without one. */
    int known(long threadId) {
        int slot = slot(threadId);
        return threads[slot] == threadId ? trackOf[slot] : UNKNOWN;
    }

    /** Takes the track back from a virtual thread that has no open call. */
    void release(long threadId) {
        int track = remove(threadId);
        if (track == UNKNOWN) {
            return;
        }
        if (spares == spare.length) {
            spare = Arrays.copyOf(spare, spares * 2);
        }
        spare[spares++] = track;
    }

    /** Takes the track back from a platform thread that has ended and has no open call. */
    void ended(long threadId) {
        int track = remove(threadId);
        if (track != UNKNOWN) {
            ended.add(track);
        }
    }

    private int remove(long threadId) {
        int slot = slot(threadId);
        if (threads[slot] != threadId) {
            return UNKNOWN;
        }
        threads[slot] = DELETED;
        return trackOf[slot];
    }

    /** Where the thread is, or else the first place where it could be put. */
    private int slot(long threadId) {
        int mask = threads.length - 1;
        int slot = (int) ((threadId * 0x9e3779b97f4a7c15L) >>> 40) & mask;
        int firstDeleted = -1;
        while (threads[slot] != FREE) {
            if (threads[slot] == threadId) {
                return slot;
            }
            if (threads[slot] == DELETED && firstDeleted < 0) {
                firstDeleted = slot;
            }
            slot = slot + 1 & mask;
        }
        return firstDeleted >= 0 ? firstDeleted : slot;
    }

    private void put(long threadId, int track) {
        int slot = slot(threadId);
        if (threads[slot] == FREE && ++used * 2 > threads.length) {
            rehash();
            slot = slot(threadId);
            used++;
        }
        threads[slot] = threadId;
        trackOf[slot] = track;
    }

    /** Doubles the table if it is full of threads, and only sweeps it if it is full of deleted ones. */
    private void rehash() {
        long[] oldThreads = threads;
        int[] oldTracks = trackOf;
        int live = 0;
        for (long thread : oldThreads) {
            if (thread != FREE && thread != DELETED) {
                live++;
            }
        }
        int length = live * 4 > oldThreads.length ? oldThreads.length * 2 : oldThreads.length;
        threads = new long[length];
        trackOf = new int[length];
        used = 0;
        for (int i = 0; i < oldThreads.length; i++) {
            if (oldThreads[i] != FREE && oldThreads[i] != DELETED) {
                int slot = slot(oldThreads[i]);
                threads[slot] = oldThreads[i];
                trackOf[slot] = oldTracks[i];
                used++;
            }
        }
    }
}
