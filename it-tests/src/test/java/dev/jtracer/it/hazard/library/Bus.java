// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.hazard.library;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Keeps callbacks and runs them. */
public final class Bus {
    private final List<Runnable> listeners = new ArrayList<>();
    private final List<WeakReference<Runnable>> weakListeners = new ArrayList<>();

    /** Adds a listener. */
    public void add(Runnable listener) {
        listeners.add(listener);
    }

    /** Adds a listener that is referenced weakly. */
    public void addWeak(Runnable listener) {
        weakListeners.add(new WeakReference<>(listener));
    }

    /** Removes a listener. Returns whether it was present. */
    public boolean remove(Runnable listener) {
        return listeners.remove(listener);
    }

    /** Returns the first listener. */
    public Runnable first() {
        return listeners.get(0);
    }

    /** Returns how many listeners there are. */
    public int size() {
        return listeners.size();
    }

    /** Runs all listeners that are still present. */
    public void fire() {
        listeners.forEach(Runnable::run);
        for (WeakReference<Runnable> weak : weakListeners) {
            Runnable listener = weak.get();
            if (listener != null) {
                listener.run();
            }
        }
    }

    /** Runs each of several callbacks. */
    public static void runAll(Runnable... callbacks) {
        for (Runnable callback : callbacks) {
            callback.run();
        }
    }

    /** Runs each of several callbacks. */
    public static void runAll(Iterable<? extends Runnable> callbacks) {
        callbacks.forEach(Runnable::run);
    }

    /** Returns a lambda of the library's own. */
    public static Supplier<String> ownLambda(String text) {
        return () -> text;
    }

    /** Returns a pool of one thread, with a queue of its own. */
    public static ThreadPoolExecutor pool() {
        return new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    }
}
