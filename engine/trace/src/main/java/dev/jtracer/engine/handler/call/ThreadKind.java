// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.call;

import dev.jtracer.engine.event.Track;
import java.util.regex.Pattern;

/** The purpose of a track's thread, derived from its name, for grouping and for the order of rows. */
public enum ThreadKind {
    /** The thread on which the program starts. */
    MAIN,
    /** A thread of a pool, which takes tasks from a queue. */
    POOL,
    VIRTUAL,
    /** A thread of the JVM itself, such as the garbage collector's and the compiler's. */
    JVM,
    /** An async id instead of a thread. */
    ASYNC,
    OTHER;

    private static final Pattern MAIN_NAMES = Pattern.compile("(?i)main|main thread|Cr\\w*Main");
    private static final Pattern POOL_NAMES =
            Pattern.compile("(?i).*pool.*|.*[-_ ](worker|exec|executor|thread)[-_# ]*\\d+|ForkJoin.*");
    private static final Pattern JVM_NAMES = Pattern.compile(
            "(GC Thread|G1 |ZGC|Shenandoah|C1 |C2 |VM |Signal Dispatcher|Finalizer|Reference Handler|Common-Cleaner).*"
                    + "|Garbage Collector");

    /**
     * Returns the kind of a thread.
     *
     * @param name its name; empty if it is not known
     */
    public static ThreadKind of(Track.Kind track, String name) {
        return switch (track) {
            case VIRTUAL_THREAD -> VIRTUAL;
            case ASYNC -> ASYNC;
            case THREAD -> ofName(name);
        };
    }

    private static ThreadKind ofName(String name) {
        if (MAIN_NAMES.matcher(name).matches()) {
            return MAIN;
        }
        if (JVM_NAMES.matcher(name).matches()) {
            return JVM;
        }
        return POOL_NAMES.matcher(name).matches() ? POOL : OTHER;
    }
}
