// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

import dev.jtracer.agent.weave.callback.CallbackTypes;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Counters of what was woven since the JVM started. Written by the threads that load classes, read from any thread. */
public final class WeaveCounters {
    // Classes are woven rarely and seldom concurrently: plain atomics, without striping and its classes at start-up.
    private final AtomicLong classesWoven = new AtomicLong();
    private final AtomicLong methodsWoven = new AtomicLong();
    private final AtomicLong methodsSkipped = new AtomicLong();
    private final AtomicLong classesFailed = new AtomicLong();
    private final AtomicLong loadersWoven = new AtomicLong();
    private volatile @Nullable CallbackTypes types;

    /** Returns the number of classes that got calls to the recorder; a class that is woven again counts again. */
    public long classesWoven() {
        return classesWoven.get();
    }

    /** Returns the number of methods that got calls to the recorder. */
    public long methodsWoven() {
        return methodsWoven.get();
    }

    /**
     * Returns the number of included methods left unchanged because the calls would not have fitted or could not be
     * placed safely.
     */
    public long methodsSkipped() {
        return methodsSkipped.get();
    }

    /** Returns the number of included classes left unchanged because weaving them failed. */
    public long classesFailed() {
        return classesFailed.get();
    }

    /** Returns the types of objects that are handed to libraries and not followed, see {@link CallbackTypes#unfollowed}. */
    public String unfollowed() {
        CallbackTypes known = types;
        return known == null ? "" : known.unfollowed();
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

    void skipped(int methods) {
        methodsSkipped.addAndGet(methods);
    }

    void failed() {
        classesFailed.incrementAndGet();
    }

    void woveLoader() {
        loadersWoven.incrementAndGet();
    }
}
