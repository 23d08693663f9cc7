// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

import dev.jtracer.agent.weave.callback.CallbackTypes;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Counters of what was woven since the JVM started, and of the time that it took. Written by the threads that load
 * classes, read from any thread.
 */
public final class WeaveCounters {
    // Classes are woven rarely and seldom concurrently: plain atomics, without striping and its classes at start-up.
    private final AtomicLong classesWoven = new AtomicLong();
    private final AtomicLong methodsWoven = new AtomicLong();
    private final AtomicLong methodsSkipped = new AtomicLong();
    private final AtomicLong classesFailed = new AtomicLong();
    private final AtomicLong loadersWoven = new AtomicLong();
    private final AtomicLong weavingNanos = new AtomicLong();
    private volatile long startNanos;
    private volatile @Nullable CallbackTypes types;

    /** Returns the number of classes that got calls to the recorder; a class that is woven again counts again. */
    public long classesWoven() {
        return classesWoven.get();
    }

    /** Returns the number of methods that got calls to the recorder. */
    public long methodsWoven() {
        return methodsWoven.get();
    }

    /** Returns the number of included methods left unchanged: the calls did not fit, or had no safe place. */
    public long methodsSkipped() {
        return methodsSkipped.get();
    }

    /** Returns the number of included classes left unchanged because weaving them failed. */
    public long classesFailed() {
        return classesFailed.get();
    }

    /** Returns the types of objects passed to libraries and not followed, see {@link CallbackTypes#unfollowed}. */
    public String unfollowed() {
        CallbackTypes known = types;
        return known == null ? "" : known.unfollowed();
    }

    /** Returns the time that weaving took the threads that load classes. */
    public long weavingNanos() {
        return weavingNanos.get();
    }

    /** Takes the time from a moment until now, without the weaving in it, as that of the tracer's start. */
    public void started(long sinceNanos) {
        startNanos = Math.max(0, System.nanoTime() - sinceNanos - weavingNanos());
    }

    /** Returns the time of the tracer's start. */
    public long startNanos() {
        return startNanos;
    }

    void types(CallbackTypes callbackTypes) {
        types = callbackTypes;
    }

    /** Returns the number of class loaders woven so that they find the recorder. */
    public long loadersWoven() {
        return loadersWoven.get();
    }

    void wove(int methods) {
        classesWoven.incrementAndGet();
        methodsWoven.addAndGet(methods);
    }

    /** Adds the time from a moment until now to that of weaving. */
    public void tookSince(long startNanos) {
        weavingNanos.addAndGet(System.nanoTime() - startNanos);
    }

    /** Counts included methods that are left unchanged. */
    public void skipped(int methods) {
        methodsSkipped.addAndGet(methods);
    }

    /** Counts a class that could not be woven. */
    public void failed() {
        classesFailed.incrementAndGet();
    }

    void woveLoader() {
        loadersWoven.incrementAndGet();
    }
}
