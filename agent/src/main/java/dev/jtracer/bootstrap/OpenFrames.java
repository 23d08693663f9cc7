// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import java.util.Arrays;
import jdk.internal.vm.annotation.ForceInline;
import org.jspecify.annotations.Nullable;

/**
 * The stack of one thread's open frames that involve callbacks, innermost last: calls that received callbacks, and
 * running callbacks. Confined to its thread.
 */
final class OpenFrames {
    /* A callback may have several passes. If it runs inside a call that received it, the open frames identify the
     * pass that the run belongs to. A frame left open because tracing was stopped is closed with the next frame
     * around it, or when tracing starts again. An exception does not close the calls of untraced methods: a traced
     * method that catches it closes those within itself. Holds no object of the application but those in `sites`. */
    private static final int INITIAL_CAPACITY = 4;
    /** Added to the id of a call that has a record of its own but no handler to end it. Larger than any id. */
    static final int CALL = 1 << 30;
    /** Added to the id of a call site without a record of its own. Larger than any id, less than {@link #CALL}. */
    static final int SITE = 1 << 29;

    /**
     * Maximum depth, which most programs never reach. Beyond it the outer half is discarded, and runs there are less
     * often attributed to one pass.
     */
    private static final int MOST_FRAMES = 1 << 12;

    private static final long IN_TASK = 1;
    private static final long HAS_CAUSE = 1 << 1;

    private int[] ids = new int[INITIAL_CAPACITY];
    private @Nullable Pass[] passes = new Pass[INITIAL_CAPACITY];
    /** The values of {@link #callsAround} and {@link #recordsAround} before each frame. */
    private int[] callsBefore = new int[INITIAL_CAPACITY];

    private long[] recordsBefore = new long[INITIAL_CAPACITY];
    private int depth;

    /** Number of the calls around the innermost run of a task. Those that are open beyond it are within the run. */
    private int callsAround;

    /** Address behind the last record before the innermost run of a task, with the two bits; 0 outside of any. */
    private long recordsAround;

    private int epoch;

    /** The sites of the callbacks that the thread is passing to included methods; null before the first. */
    private @Nullable PendingSites sites;

    /** Discards the frames of an earlier recording. */
    @ForceInline
    void enterEpoch(int now) {
        if (epoch != now) {
            discardAll();
            epoch = now;
        }
    }

    private void discardAll() {
        Arrays.fill(passes, 0, depth, null);
        depth = 0;
        callsAround = 0;
        recordsAround = 0;
        removeSites();
    }

    /** Adds the site of a callback that is about to be passed to an included method, see {@link PendingSites#add}. */
    void addSite(Object callback, int nameId, int parameter) {
        PendingSites added = sites;
        if (added == null) {
            added = new PendingSites();
            sites = added;
        }
        added.add(callback, nameId, parameter);
    }

    /** Removes the site of an argument. Returns the id of its name with the site; 0 if there is none. */
    @ForceInline
    int takeSite(Object argument, int parameter) {
        PendingSites pending = sites;
        return pending == null ? 0 : pending.take(argument, parameter);
    }

    /** Removes the site of a call that has ended, see {@link PendingSites#removeFrom}. */
    @ForceInline
    void removeSite(int nameId) {
        PendingSites pending = sites;
        if (pending != null) {
            pending.removeFrom(nameId);
        }
    }

    @ForceInline
    void removeSites() {
        PendingSites pending = sites;
        if (pending != null) {
            pending.clear();
        }
    }

    /** Drops the application's objects while recording is off, see {@link PendingSites#forgetCallbacks}. */
    void forgetCallbacks() {
        PendingSites pending = sites;
        if (pending != null) {
            pending.forgetCallbacks();
        }
    }

    /**
     * Opens a frame.
     *
     * @param id closes the frame again; negative for a running callback
     * @param pass the pass to the call, or the one that the run belongs to; null for none
     */
    void push(int id, @Nullable Pass pass) {
        if (depth == MOST_FRAMES) {
            discardOuterHalf();
        } else if (depth == ids.length) {
            grow();
        }
        ids[depth] = id;
        passes[depth] = pass;
        callsBefore[depth] = callsAround;
        recordsBefore[depth] = recordsAround;
        depth++;
    }

    /**
     * Opens the frame of a task's run, in which no call is open yet.
     *
     * @param calls number of the calls around it
     * @param records address behind the last record before it
     */
    void pushTask(int id, int calls, long records) {
        push(id, null);
        callsAround = calls;
        recordsAround = records | IN_TASK;
    }

    /**
     * Sets the pass of the innermost frame, a task's run in which no call is open yet.
     *
     * @param calls number of the calls around it
     */
    void runs(@Nullable Pass pass, int calls) {
        passes[depth - 1] = pass;
        callsAround = calls;
        recordsAround = pass == null ? IN_TASK : IN_TASK | HAS_CAUSE;
    }

    /** Returns whether the innermost frame is that of a recorded run with this id. */
    boolean isRunning(int id) {
        int frame = depth - 1;
        return frame >= 0 && ids[frame] == id && passes[frame] != null;
    }

    /** Returns the number of the calls around the innermost run of a task; 0 outside of any. */
    int callsAround() {
        return callsAround;
    }

    /**
     * Returns whether a task runs that has a cause, or has made a record.
     *
     * @param records address behind the last record
     */
    boolean isInTask(long records) {
        return recordsAround != 0 && (records | IN_TASK) != recordsAround;
    }

    /** Returns whether the innermost run of a task has a cause. */
    boolean isInTaskWithCause() {
        return (recordsAround & HAS_CAUSE) != 0;
    }

    private void grow() {
        // All copies exist before any is used: memory or stack may run out in between.
        int[] moreIds = Arrays.copyOf(ids, depth * 2);
        @Nullable Pass[] morePasses = Arrays.copyOf(passes, depth * 2);
        int[] moreCalls = Arrays.copyOf(callsBefore, depth * 2);
        long[] moreRecords = Arrays.copyOf(recordsBefore, depth * 2);
        passes = morePasses;
        callsBefore = moreCalls;
        recordsBefore = moreRecords;
        ids = moreIds; // last, since its length is the capacity
    }

    private void discardOuterHalf() {
        int half = MOST_FRAMES / 2;
        depth = 0; // while the two arrays disagree
        System.arraycopy(ids, half, ids, 0, half);
        System.arraycopy(passes, half, passes, 0, half);
        System.arraycopy(callsBefore, half, callsBefore, 0, half);
        System.arraycopy(recordsBefore, half, recordsBefore, 0, half);
        Arrays.fill(passes, half, MOST_FRAMES, null);
        depth = half;
    }

    @ForceInline
    private void closeFrom(int frame) {
        for (int i = frame; i < depth; i++) {
            passes[i] = null; // Arrays.fill would need a frame of its own
        }
        if (frame < depth) {
            callsAround = callsBefore[frame];
            recordsAround = recordsBefore[frame];
        }
        depth = frame;
    }

    /**
     * Closes the innermost frame with an id, and the frames inside it. Returns the pass that it was opened with; null
     * if it had none, or if there is no such frame.
     */
    @ForceInline
    @Nullable
    Pass pop(int id) {
        for (int i = depth - 1; i >= 0; i--) {
            if (ids[i] == id) {
                Pass opened = passes[i];
                closeFrom(i);
                return opened;
            }
        }
        return null;
    }

    /**
     * Closes the innermost recorded call within the innermost frame with an id, and the frames inside that call.
     * Returns the call's id. If there is no recorded call, returns 0 and closes all frames within except those of the
     * callbacks that the frame itself received.
     */
    @ForceInline
    int popCallWithin(int id) {
        int call = -1;
        for (int i = depth - 1; i >= 0; i--) {
            if (ids[i] == id) {
                int found = call < 0 ? 0 : ids[call] & ~CALL;
                closeFrom(call < 0 ? firstWithin(i) : call);
                return found;
            }
            if (call < 0 && ids[i] > CALL) {
                call = i;
            }
        }
        return 0;
    }

    @ForceInline
    private int firstWithin(int frame) {
        int within = frame + 1;
        while (within < depth && passes[within] != null && ids[within] > 0) {
            within++;
        }
        return within;
    }

    /** Returns whether a frame with this id is open. */
    boolean isOpen(int id) {
        for (int i = depth - 1; i >= 0; i--) {
            if (ids[i] == id) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether the innermost frame is a call site that has passed a callback to its call. */
    boolean isAtSite() {
        int frame = depth - 1;
        while (frame >= 0 && passes[frame] != null && ids[frame] > 0) {
            frame--;
        }
        return frame >= 0 && frame < depth - 1 && ids[frame] >= SITE;
    }

    /**
     * Returns whether the method of a callback is entered by another method of its run, as by {@code super.run()}.
     *
     * @param root the callback, as its {@link Pass#root}
     * @param id of the run that the method would be
     */
    boolean isPartOfRun(Pass root, int id) {
        for (int i = depth - 1; i >= 0; i--) {
            Pass pass = passes[i];
            if (pass != null && pass.root == root) {
                return ids[i] < 0 && ids[i] != id;
            }
        }
        return false;
    }

    /**
     * Returns the innermost pass of a callback to a call that is still open; null if there is none.
     *
     * @param root the callback, as its {@link Pass#root}
     */
    @Nullable
    Pass innermost(Pass root) {
        for (int i = depth - 1; i >= 0; i--) {
            Pass pass = passes[i];
            if (pass != null && pass.root == root && ids[i] > 0) {
                return pass;
            }
        }
        return null;
    }
}
