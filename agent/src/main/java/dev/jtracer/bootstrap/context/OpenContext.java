// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.context;

import dev.jtracer.bootstrap.TracerSwitch;
import org.jspecify.annotations.Nullable;

/** The request, the statement and the preparation that a thread is in. Exists only meanwhile. */
final class OpenContext {
    private static final ThreadLocal<@Nullable OpenContext> CURRENT = new ThreadLocal<>();

    final Level request = new Level();
    final Level statement = new Level();
    final Level preparation = new Level();

    /** Reader of the open request; null if its status is not wanted. */
    @Nullable
    RequestReader reader;

    /** Response of the open request, or its exchange. */
    @Nullable
    Object response;

    /** Text of the statement that is being prepared. */
    @Nullable
    String sql;

    private OpenContext() {}

    static OpenContext begin() {
        OpenContext context = CURRENT.get();
        if (context == null) {
            context = new OpenContext();
            CURRENT.set(context);
        }
        return context;
    }

    /** Returns the thread's context; null if nothing is open, and then leaves nothing behind. */
    static @Nullable OpenContext current() {
        OpenContext context = CURRENT.get();
        if (context == null) {
            CURRENT.remove();
        }
        return context;
    }

    /** Removes the context from the thread if nothing is open any more. */
    void end() {
        if (request.depth == 0) {
            reader = null;
            response = null;
        }
        if (preparation.depth == 0) {
            sql = null;
        }
        if (request.depth == 0 && statement.depth == 0 && preparation.depth == 0) {
            CURRENT.remove();
        }
    }

    /** The nesting of methods of one kind, of which only the outermost is recorded. */
    static final class Level {
        private int depth;
        /** Id of the outermost call's name; 0 if it is not recorded. */
        private int nameId;

        private int epoch;

        /** Returns whether the method that begins is the outermost. */
        boolean enter() {
            if (depth++ > 0) {
                return false;
            }
            nameId = 0;
            return true;
        }

        void recorded(int id) {
            nameId = id;
            epoch = TracerSwitch.epoch();
        }

        /** Returns the id of the call that ends; 0 if none does, or if it began in an earlier recording. */
        int exit() {
            if (depth == 0) {
                return 0;
            }
            depth--;
            return depth == 0 && epoch == TracerSwitch.epoch() ? nameId : 0;
        }
    }
}
