// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.drain;

import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.event.TrackTable;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;

/**
 * The tracks of the live handlers on which each thread's calls nest. A platform thread keeps its track until it ends; a
 * virtual thread has one only while it has an open call.
 */
final class LiveTracks {
    /* An application may create millions of threads, and a track takes a few hundred bytes in the handlers. The track
     * of a virtual thread without open calls is therefore reused. The table uses open addressing because every switch
     * of threads needs a lookup, which must not allocate. */
    private static final int FREE = 0;
    private static final long DELETED = -1;

    /** Result for a thread without a track. */
    static final int UNKNOWN = -1;

    /**
     * Number of tracks of ended threads that are held back from reuse. A run on the same track as its passing counts as
     * a run on the same thread, so a thread must not get the track of one that has just ended.
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

    /** Returns the track of a platform thread, which keeps it until {@link #ended}. */
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

    /** Returns the track of a virtual thread, which keeps it until {@link #release}. */
    int virtual(long threadId) {
        int slot = slot(threadId);
        if (threads[slot] == threadId) {
            return trackOf[slot];
        }
        int track = spares > 0 ? spare[--spares] : tracks.addThread(Track.Kind.VIRTUAL_THREAD, processId, threadId, "");
        put(threadId, track);
        return track;
    }

    /** Returns a thread's track, or {@link #UNKNOWN} if it has none. */
    int known(long threadId) {
        int slot = slot(threadId);
        return threads[slot] == threadId ? trackOf[slot] : UNKNOWN;
    }

    /** Frees the track of a virtual thread that has no open call. */
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

    /** Frees the track of a platform thread that has ended and has no open call. */
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

    /** Returns the slot of the thread, or the first slot where it can be inserted. */
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

    /** Doubles the table if live threads fill it, and otherwise only removes deleted entries. */
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
