// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * The tracks of a trace by dense index. One thread at a time adds tracks, the source's. Any thread that got an index
 * from it, as by an event, may read that track while others are added.
 */
public final class TrackTable {
    private static final int ABSENT = LongIntTable.ABSENT;
    /** Process and thread of the track that all tracks beyond the limit share. No real process has it. */
    private static final long OTHER = Long.MIN_VALUE + 1;
    /** The process number of ids that all processes of a trace share. No real process has it. */
    private static final long ALL_PROCESSES = Long.MIN_VALUE;
    /** The category of a track that is found by its index only. No table of symbols contains this index. */
    private static final long FOUND_BY_INDEX_ONLY = Long.MIN_VALUE;

    /* Open addressing over keys in columns: the lookup of a known track allocates nothing. A thread's key is (pid,
     * tid, ABSENT); an async id's key is (pid or ALL_PROCESSES, category and scope, id and name). The hash starts and
     * multiplies with random numbers, so that a hostile file cannot make all tracks collide. */
    private final long seed = ThreadLocalRandom.current().nextLong();
    private final long factor = ThreadLocalRandom.current().nextLong() | 1;
    private final int maxTracks;
    /* Replaced by a larger copy, so that a thread that got an index from the source's may read its track. */
    private volatile @Nullable Track[] tracks = new Track[64];
    private volatile int size;
    private int[] slots = LongIntTable.emptyValues(256);
    private long[] keyPid = new long[64];
    private long[] keyThreadOrCategory = new long[64];
    private long[] keyIdAndName = new long[64];
    private int other = ABSENT;

    /** Creates an empty table without a limit. */
    public TrackTable() {
        this(Integer.MAX_VALUE);
    }

    /** @param maxTracks limit of tracks; further tracks share one more */
    public TrackTable(int maxTracks) {
        this.maxTracks = maxTracks;
    }

    /** Adds a thread that is new to the caller and returns its index. */
    public int addThread(Track.Kind kind, long pid, long tid, String name) {
        return insert(slotOf(pid, tid, ABSENT), pid, tid, ABSENT, new Track(size, kind, pid, tid, name, "", ""));
    }

    /** Returns whether a thread has a track. */
    public boolean hasThread(long pid, long tid) {
        return slots[slotOf(pid, tid, ABSENT)] != ABSENT;
    }

    /** Returns the track of a thread, added if it is new. */
    public int thread(long pid, long tid) {
        return thread(Track.Kind.THREAD, pid, tid);
    }

    /** Returns the track of a thread, added with this kind if it is new. */
    public int thread(Track.Kind kind, long pid, long tid) {
        int slot = slotOf(pid, tid, ABSENT);
        if (slots[slot] != ABSENT) {
            return slots[slot];
        }
        return isFull() ? other() : addThread(kind, pid, tid, "");
    }

    /**
     * Returns the track of an async id, added if it is new. As in catapult, a track is one id within a category and a
     * scope, and within a process only if the id is local.
     *
     * @param symbols table of the three strings that follow as indexes
     */
    public int async(boolean local, long pid, long tid, StringTable symbols, int scope, int category, int id) {
        return async(local, pid, tid, symbols, scope, category, id, ABSENT);
    }

    /**
     * Returns the track of an async id of the legacy phases S, T, p and F, added if it is new. It is one id as above,
     * with one name.
     *
     * @param symbols table of the three strings that follow as indexes
     */
    public int async(
            boolean local, long pid, long tid, StringTable symbols, int scope, int category, int id, int nameIndex) {
        long keyPid = local ? pid : ALL_PROCESSES;
        long keyCategory = ((long) category << 32) | scope;
        long idAndName = ((long) id << 32) | (nameIndex + 1);
        int slot = slotOf(keyPid, keyCategory, idAndName);
        if (slots[slot] != ABSENT) {
            return slots[slot];
        }
        if (isFull()) {
            return other();
        }
        Track track = new Track(size, Track.Kind.ASYNC, pid, tid, "", symbols.get(category), symbols.get(id));
        return insert(slot, keyPid, keyCategory, idAndName, track);
    }

    /** Returns whether this is the track that all tracks beyond the limit share. */
    public boolean isOther(int index) {
        return index == other;
    }

    private boolean isFull() {
        return size >= maxTracks;
    }

    private int other() {
        if (other == ABSENT) {
            other = addThread(Track.Kind.THREAD, OTHER, OTHER, NameInterner.OTHER);
        }
        return other;
    }

    /**
     * Adds an async track that is found by the returned index only, for callers with their own keys.
     *
     * @param pid process of its first event
     * @param tid thread of its first event
     */
    public int addAsync(long pid, long tid, String category, String id) {
        if (isFull()) {
            return other();
        }
        int index = size;
        Track track = new Track(index, Track.Kind.ASYNC, pid, tid, "", category, id);
        int slot = slotOf(ALL_PROCESSES, FOUND_BY_INDEX_ONLY, index);
        return insert(slot, ALL_PROCESSES, FOUND_BY_INDEX_ONLY, index, track);
    }

    /** Sets the name of a thread that has become known or has changed. */
    public void rename(int index, String name) {
        Track old = get(index);
        tracks[index] = new Track(index, old.kind(), old.pid(), old.tid(), name, old.category(), old.id());
    }

    /** Marks an async track as a virtual thread's, which its first span says. */
    public void setVirtual(int index) {
        Track old = get(index);
        tracks[index] =
                new Track(index, Track.Kind.VIRTUAL_THREAD, old.pid(), old.tid(), old.name(), old.category(), old.id());
    }

    public Track get(int index) {
        return Objects.requireNonNull(tracks[Objects.checkIndex(index, size)]);
    }

    public int size() {
        return size;
    }

    private int slotOf(long pid, long threadOrCategory, long idAndName) {
        int mask = slots.length - 1;
        int slot = hash(pid, threadOrCategory, idAndName) & mask;
        for (int index = slots[slot]; index != ABSENT; index = slots[slot]) {
            if (keyPid[index] == pid
                    && keyThreadOrCategory[index] == threadOrCategory
                    && keyIdAndName[index] == idAndName) {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    /** Adds a track at the next index, and returns the index. */
    private int insert(int slot, long pid, long threadOrCategory, long idAndName, Track track) {
        int index = track.index();
        if (index == keyPid.length) {
            keyPid = Arrays.copyOf(keyPid, index * 2);
            keyThreadOrCategory = Arrays.copyOf(keyThreadOrCategory, index * 2);
            keyIdAndName = Arrays.copyOf(keyIdAndName, index * 2);
        }
        keyPid[index] = pid;
        keyThreadOrCategory[index] = threadOrCategory;
        keyIdAndName[index] = idAndName;
        if (index == tracks.length) {
            tracks = Arrays.copyOf(tracks, index * 2);
        }
        tracks[index] = track;
        size = index + 1;
        slots[slot] = index;
        if (size * 2 > slots.length) {
            slots = LongIntTable.emptyValues(slots.length * 2);
            for (int i = 0; i < size; i++) {
                slots[slotOf(keyPid[i], keyThreadOrCategory[i], keyIdAndName[i])] = i;
            }
        }
        return index;
    }

    private int hash(long pid, long threadOrCategory, long idAndName) {
        long hash = fold(fold(fold(seed ^ pid) ^ threadOrCategory) ^ idAndName);
        return (int) (hash ^ (hash >>> 32));
    }

    private long fold(long word) {
        return (word * factor) ^ Math.multiplyHigh(word, factor);
    }
}
