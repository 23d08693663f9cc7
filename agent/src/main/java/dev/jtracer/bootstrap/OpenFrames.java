// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The open calls of one thread that have to do with callbacks, innermost last: calls that were given some, and callbacks that
 * run. Belongs to its thread.
 */
final class OpenFrames {
    /* Tells which of several passings of one callback a run belongs to, if it runs inside the call that was given it. Calls
     * that are not closed, because tracing was stopped in between, are closed with the next one around them, or when tracing
     * starts again. Holds no object of the application. */
    private static final int INITIAL_CAPACITY = 8;
    /** Added to the id of a call that has a record of its own and no handler that would end it. */
    static final int CALL = 1 << 30;

    /** Deeper than any sensible program goes; what lies deeper is recorded without being told apart. */
    private static final int MOST_FRAMES = 1 << 12;

    private int[] ids = new int[INITIAL_CAPACITY];
    private @Nullable Passing[] passings = new Passing[INITIAL_CAPACITY];
    private int depth;
    private int tooDeep;
    private int epoch;

    /** Forgets what was opened in an earlier recording. */
    void enterEpoch(int now) {
        if (epoch != now) {
            Arrays.fill(passings, 0, depth, null);
            depth = 0;
            tooDeep = 0;
            epoch = now;
        }
    }

    /**
     * Opens a frame.
     *
     * @param id closes it again; of a running callback negative
     * @param passing what the run comes from; null for none
     */
    void push(int id, @Nullable Passing passing) {
        if (depth == MOST_FRAMES) {
            tooDeep++;
        } else {
            add(id, passing);
        }
    }

    /** Notes what the innermost call was given. Closed with that call, and with nothing else. */
    void pass(Passing passing) {
        if (depth < MOST_FRAMES) {
            add(passing.nameId, passing);
        }
    }

    private void add(int id, @Nullable Passing passing) {
        if (depth == ids.length) {
            ids = Arrays.copyOf(ids, depth * 2);
            passings = Arrays.copyOf(passings, depth * 2);
        }
        ids[depth] = id;
        passings[depth] = passing;
        depth++;
    }

    /** Closes the innermost frame with an id, and those within it. Does nothing if there is none. */
    void pop(int id) {
        popRun(id);
    }

    /** As {@link #pop}. Returns what the frame was opened with; null if that is nothing, or there is no such frame. */
    @Nullable
    Passing popRun(int id) {
        if (tooDeep > 0) {
            tooDeep--;
            return null;
        }
        for (int i = depth - 1; i >= 0; i--) {
            if (ids[i] == id) {
                Passing opened = passings[i];
                cut(i);
                return opened;
            }
        }
        return null;
    }

    /**
     * Closes what is open within the innermost frame with an id, down to the first call with a record of its own. Returns
     * that call's id; 0 if there was none, and then all within that frame is closed.
     */
    int popCallWithin(int id) {
        int call = -1;
        for (int i = tooDeep > 0 ? -1 : depth - 1; i >= 0; i--) {
            if (ids[i] == id) {
                int found = call < 0 ? 0 : ids[call] & ~CALL;
                cut(call < 0 ? i + 1 : call);
                return found;
            }
            if (call < 0 && ids[i] > CALL) {
                call = i;
            }
        }
        return 0;
    }

    private void cut(int newDepth) {
        Arrays.fill(passings, newDepth, depth, null);
        depth = newDepth;
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
