// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The tracks of a trace by dense index. Filled by the source of the events while it delivers them, read by their
 * handlers on the same thread; not safe for use by several threads.
 */
public final class TrackTable {
    private static final int ABSENT = -1;
    /** Stands for the process of an id that all processes of a trace share. No real process has it. */
    private static final long ALL_PROCESSES = Long.MIN_VALUE;
    /** Stands for the category of a track that is found by its index only. No table of symbols gets so far. */
    private static final long NEVER_ASKED_FOR = Long.MIN_VALUE;

    /* Open addressing over keys in columns: finding a track that is known allocates nothing.
     * A thread's key is (pid, tid, -1); an async id's key is (pid or ALL_PROCESSES, category and scope, id). */
    private final List<Track> tracks = new ArrayList<>();
    private int[] slots = emptySlots(256);
    private long[] keyPid = new long[64];
    private long[] keyThreadOrCategory = new long[64];
    private int[] keyId = new int[64];

    /** An empty table. */
    public TrackTable() {}

    /** Adds a thread that the caller sees for the first time and returns its index. */
    public int addThread(Track.Kind kind, long pid, long tid, String name) {
        int index = tracks.size();
        insert(slotOf(pid, tid, ABSENT), pid, tid, ABSENT, new Track(index, kind, pid, tid, name, "", ""));
        return index;
    }

    /** The track of a thread, added when it is new. */
    public int thread(long pid, long tid) {
        return thread(Track.Kind.THREAD, pid, tid);
    }

    /** The track of a thread, added with this kind when it is new. */
    public int thread(Track.Kind kind, long pid, long tid) {
        int slot = slotOf(pid, tid, ABSENT);
        return slots[slot] != ABSENT ? slots[slot] : addThread(kind, pid, tid, "");
    }

    /**
     * The track of an async id, added when it is new. As in catapult one track is one id within a category and a scope,
     * and within a process only if the id is local to it.
     *
     * @param symbols holds the three strings that follow as indexes
     */
    public int async(boolean local, long pid, long tid, StringTable symbols, int scope, int category, int id) {
        long keyPid = local ? pid : ALL_PROCESSES;
        long keyCategory = ((long) category << 32) | scope;
        int slot = slotOf(keyPid, keyCategory, id);
        if (slots[slot] != ABSENT) {
            return slots[slot];
        }
        int index = tracks.size();
        Track track = new Track(index, Track.Kind.ASYNC, pid, tid, "", symbols.get(category), symbols.get(id));
        insert(slot, keyPid, keyCategory, id, track);
        return index;
    }

    /**
     * Adds an async track that nobody finds again but by the index returned, for whoever has keys of his own.
     *
     * @param pid process of its first event
     * @param tid thread of its first event
     */
    public int addAsync(long pid, long tid, String category, String id) {
        int index = tracks.size();
        Track track = new Track(index, Track.Kind.ASYNC, pid, tid, "", category, id);
        insert(slotOf(ALL_PROCESSES, NEVER_ASKED_FOR, index), ALL_PROCESSES, NEVER_ASKED_FOR, index, track);
        return index;
    }

    /** Gives a thread the name that has become known, or that it has changed to. */
    public void rename(int index, String name) {
        Track old = tracks.get(index);
        tracks.set(index, new Track(index, old.kind(), old.pid(), old.tid(), name, old.category(), old.id()));
    }

    public Track get(int index) {
        return tracks.get(index);
    }

    public int size() {
        return tracks.size();
    }

    private int slotOf(long pid, long threadOrCategory, int id) {
        int mask = slots.length - 1;
        int slot = hash(pid, threadOrCategory, id) & mask;
        for (int index = slots[slot]; index != ABSENT; index = slots[slot]) {
            if (keyPid[index] == pid && keyThreadOrCategory[index] == threadOrCategory && keyId[index] == id) {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private void insert(int slot, long pid, long threadOrCategory, int id, Track track) {
        int index = track.index();
        if (index == keyPid.length) {
            keyPid = Arrays.copyOf(keyPid, index * 2);
            keyThreadOrCategory = Arrays.copyOf(keyThreadOrCategory, index * 2);
            keyId = Arrays.copyOf(keyId, index * 2);
        }
        keyPid[index] = pid;
        keyThreadOrCategory[index] = threadOrCategory;
        keyId[index] = id;
        tracks.add(track);
        slots[slot] = index;
        if (tracks.size() * 2 > slots.length) {
            slots = emptySlots(slots.length * 2);
            for (int i = 0; i < tracks.size(); i++) {
                slots[slotOf(keyPid[i], keyThreadOrCategory[i], keyId[i])] = i;
            }
        }
    }

    private static int hash(long pid, long threadOrCategory, int id) {
        long hash = (pid * 31 + threadOrCategory) * 31 + id;
        hash *= 0x9E3779B97F4A7C15L;
        return (int) (hash >>> 33);
    }

    private static int[] emptySlots(int length) {
        int[] slots = new int[length];
        Arrays.fill(slots, ABSENT);
        return slots;
    }
}
