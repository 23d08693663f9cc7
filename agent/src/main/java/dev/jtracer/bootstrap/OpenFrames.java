// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import java.util.Arrays;
import jdk.internal.vm.annotation.ForceInline;
import org.jspecify.annotations.Nullable;

/**
 * The open calls of one thread that have to do with callbacks, innermost last: calls that were given some, and callbacks that
 * run. Belongs to its thread.
 */
final class OpenFrames {
    /* Tells which of several passings of one callback a run belongs to, if it runs inside the call that was given it. Calls
     * that are not closed, because tracing was stopped in between, are closed with the next one around them, or when tracing
     * starts again. Calls of methods that are not traced are not closed by an exception: where a traced method catches it,
     * those within that method are closed. Holds no object of the application. */
    private static final int INITIAL_CAPACITY = 8;
    /** Added to the id of a call that has a record of its own and no handler that would end it. Above every id. */
    static final int CALL = 1 << 30;

    /** Deeper than most programs go. Beyond it the outer half is forgotten, and runs there are less often told apart. */
    private static final int MOST_FRAMES = 1 << 12;

    private int[] ids = new int[INITIAL_CAPACITY];
    private @Nullable Passing[] passings = new Passing[INITIAL_CAPACITY];
    private int depth;
    private int epoch;

    /** Forgets what was opened in an earlier recording. */
    @ForceInline
    void enterEpoch(int now) {
        if (epoch != now) {
            forgetAll();
            epoch = now;
        }
    }

    private void forgetAll() {
        Arrays.fill(passings, 0, depth, null);
        depth = 0;
    }

    /**
     * Opens a frame.
     *
     * @param id closes it again; of a running callback negative
     * @param passing what the call was given, or what the run comes from; null for none
     */
    void push(int id, @Nullable Passing passing) {
        if (depth == MOST_FRAMES) {
            forgetOuterHalf();
        } else if (depth == ids.length) {
            grow();
        }
        ids[depth] = id;
        passings[depth] = passing;
        depth++;
    }

    private void grow() {
        // Both are there before either is used: memory or stack may end in between.
        int[] moreIds = Arrays.copyOf(ids, depth * 2);
        @Nullable Passing[] morePassings = Arrays.copyOf(passings, depth * 2);
        passings = morePassings;
        ids = moreIds; // last, since its length is the capacity
    }

    private void forgetOuterHalf() {
        int half = MOST_FRAMES / 2;
        depth = 0; // while the two disagree
        System.arraycopy(ids, half, ids, 0, half);
        System.arraycopy(passings, half, passings, 0, half);
        Arrays.fill(passings, half, MOST_FRAMES, null);
        depth = half;
    }

    @ForceInline
    private void closeFrom(int frame) {
        for (int i = frame; i < depth; i++) {
            passings[i] = null; // Arrays.fill would need a frame of its own
        }
        depth = frame;
    }

    /** Closes the innermost frame with an id, and those within it. Does nothing if there is none. */
    @ForceInline
    void pop(int id) {
        popRun(id);
    }

    /** As {@link #pop}. Returns what the frame was opened with; null if that is nothing, or there is no such frame. */
    @ForceInline
    @Nullable
    Passing popRun(int id) {
        for (int i = depth - 1; i >= 0; i--) {
            if (ids[i] == id) {
                Passing opened = passings[i];
                closeFrom(i);
                return opened;
            }
        }
        return null;
    }

    /**
     * Closes what is open within the innermost frame with an id, down to the first call with a record of its own. Returns
     * that call's id; 0 if there was none, and then all within that frame is closed but what it was given itself.
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
        while (within < depth && passings[within] != null && ids[within] > 0) {
            within++;
        }
        return within;
    }

    /** The innermost passing of a callback, given as its {@link Passing#root}, to a call that is still open. */
    @Nullable
    Passing innermost(Passing root) {
        for (int i = depth - 1; i >= 0; i--) {
            Passing passing = passings[i];
            if (passing != null && passing.root == root && ids[i] > 0) {
                return passing;
            }
        }
        return null;
    }
}
