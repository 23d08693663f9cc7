// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.hazard.library;

import java.lang.ref.WeakReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for the garbage collector. */
public final class Garbage {
    private static final int TRIES = 50;
    private static final long PAUSE_NANOS = 5_000_000;

    private Garbage() {}

    /** Returns whether an object without references is collected. */
    public static boolean collects(WeakReference<?> reference) {
        return isSoon(() -> reference.refersTo(null));
    }

    /** Waits for a condition that follows from a collection, and returns whether it became true. */
    public static boolean isSoon(BooleanSupplier fact) {
        for (int i = 0; i < TRIES && !fact.getAsBoolean(); i++) {
            System.gc();
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        return fact.getAsBoolean();
    }
}
