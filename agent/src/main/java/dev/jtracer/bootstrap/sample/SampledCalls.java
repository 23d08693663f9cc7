// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.sample;

import jdk.internal.vm.annotation.ForceInline;

/** The outermost open call of one thread, and whether it is recorded. Confined to its thread. */
public final class SampledCalls {
    /* The root call is known by its id and by the number of open calls of the same id within it. All other calls are
     * compared with the id and not counted, so one whose end is missed leaves nothing behind. The end of those that
     * are counted must not be missed: where the stack is about to end, they end before they begin.
     *
     * One of each block of N root calls is recorded, at a random position: every Nth would always meet the same
     * kind of call in a program that repeats a pattern, and the first of each virtual thread, which has no second.
     *
     * Each method stores its decision last: after an exception in the middle nothing has changed. */
    private static final int NONE = 0;
    /** Stands for a run that ends by its own token, see {@link #beginRun}. No id has this value. */
    private static final int RUN = Integer.MIN_VALUE;

    private static final long GOLDEN_RATIO = 0x9e3779b97f4a7c15L;

    /** Id of the thread, which the JVM gives to no other. A reference would keep ended threads reachable. */
    final long threadId;

    int epoch;

    private int outermost;
    private int sameWithin;
    private boolean isRecorded;

    /** Levels of a recursion of the root call for which there was room before. */
    private int levelsWithRoom;

    private int untilBlockEnds;
    private int untilRecorded;
    private long random;

    SampledCalls(long threadId, long seed) {
        this.threadId = threadId;
        this.random = seed + threadId * GOLDEN_RATIO;
    }

    /** Begins another recording: no call of it is open yet. */
    void restart(int newEpoch) {
        forget();
        untilBlockEnds = 0;
        epoch = newEpoch;
    }

    @ForceInline
    private void forget() {
        outermost = NONE;
        sameWithin = 0;
        isRecorded = false;
    }

    /** Returns whether a recorded call is open. */
    public boolean isRecorded() {
        return isRecorded;
    }

    /** Returns whether no call is open. */
    public boolean isEmpty() {
        return outermost == NONE;
    }

    /** Returns whether a call that begins now is recorded. Overflows the stack if its end might find no room. */
    @ForceInline
    public boolean begins(int id) {
        if (outermost == NONE) {
            StackMargin.requireForOutermost();
        } else if (outermost == id && sameWithin >= levelsWithRoom) {
            requireRoom();
        }
        return recordsNext();
    }

    /** Like {@link #begins}, for a call within which another begins before a handler covers either. */
    public boolean beginsAround(int id) {
        if (outermost == NONE) {
            StackMargin.requireForRecursion();
        }
        return begins(id);
    }

    private void requireRoom() {
        levelsWithRoom = 0; // remains after an overflow: the next recursion may take larger frames
        StackMargin.requireForRecursion();
        levelsWithRoom = sameWithin + 1;
    }

    /** Like {@link #begins}, for a run that {@link #beginRun} follows if it is the root call. */
    public boolean beginsRun() {
        return begins(RUN);
    }

    /** Returns whether the next call is recorded. */
    boolean recordsNext() {
        return outermost == NONE ? isNextChosen() : isRecorded;
    }

    private boolean isNextChosen() {
        if (untilBlockEnds == 0) {
            beginBlock();
        }
        return untilRecorded == 0;
    }

    private void beginBlock() {
        int oneOf = SampleFigures.oneOf;
        random += GOLDEN_RATIO;
        // SplittableRandom's function (Steele, Lea and Flood 2014), then a position from 0 to oneOf - 1 by its upper
        // bits.
        long bits = (random ^ random >>> 30) * 0xbf58476d1ce4e5b9L;
        bits = (bits ^ bits >>> 27) * 0x94d049bb133111ebL;
        untilRecorded = (int) ((bits >>> 33) * oneOf >>> 31);
        untilBlockEnds = oneOf;
        levelsWithRoom = 0;
    }

    /** Takes note that a call has begun whose record, if any, has been stored after {@link #begins}. */
    @ForceInline
    public void begun(int id) {
        if (outermost == id) {
            sameWithin++;
        } else if (outermost == NONE) {
            beginOutermost(id);
        }
    }

    private void beginOutermost(int id) {
        boolean chosen = isNextChosen();
        untilRecorded--;
        untilBlockEnds--;
        SampleFigures.count(chosen);
        isRecorded = chosen;
        outermost = id;
    }

    /** Takes note that a call is ending, by the id it began with. Returns whether its record is to be stored. */
    @ForceInline
    public boolean ends(int id) {
        if (outermost != id) {
            return isRecorded;
        }
        boolean recorded = isRecorded;
        if (sameWithin > 0) {
            sameWithin--;
        } else {
            forget();
        }
        return recorded;
    }

    /**
     * Takes note of a run that is the root call, begins now and is ended by {@link #endRun}.
     *
     * @param isForced whether the run is recorded because the call that it belongs to is; the block does not count it
     */
    public void beginRun(boolean isForced) {
        if (isForced) {
            isRecorded = true;
            outermost = RUN;
        } else {
            beginOutermost(RUN);
        }
    }

    /** Like {@link #beginRun} of a forced run, for one that ends by its id. */
    public void beginForced(int id) {
        isRecorded = true;
        outermost = id;
    }

    /**
     * Ends the run that {@link #beginRun} began. Returns whether its record is to be stored; not if it belongs to an
     * earlier recording.
     */
    public boolean endRun() {
        boolean recorded = outermost == RUN && isRecorded;
        if (outermost == RUN) {
            forget();
        }
        return recorded;
    }
}
