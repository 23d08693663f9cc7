// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

import java.util.concurrent.atomic.AtomicLong;

/** What weaving did since the JVM started. Written by the threads that load classes, read from any thread. */
public final class WeaveCounters {
    // Classes are woven rarely and seldom at once: plain atomics, no striping and its classes at start-up.
    private final AtomicLong classesWoven = new AtomicLong();
    private final AtomicLong methodsWoven = new AtomicLong();
    private final AtomicLong methodsSkipped = new AtomicLong();
    private final AtomicLong classesFailed = new AtomicLong();
    private final AtomicLong loadersWoven = new AtomicLong();
    private volatile String lastProblem = "";

    /** Classes that got calls to the recorder; a class that is woven again counts again. */
    public long classesWoven() {
        return classesWoven.get();
    }

    /** Methods that got calls to the recorder. */
    public long methodsWoven() {
        return methodsWoven.get();
    }

    /** Included methods left as they were because the calls would not have fitted or could not be placed safely. */
    public long methodsSkipped() {
        return methodsSkipped.get();
    }

    /** Included classes left as they were because weaving them failed. */
    public long classesFailed() {
        return classesFailed.get();
    }

    /** Class loaders that were taught where the recorder is. */
    public long loadersWoven() {
        return loadersWoven.get();
    }

    /** The line that was last given to the user about a class or method; empty when there was none. */
    public String lastProblem() {
        return lastProblem;
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

    void problem(String line) {
        lastProblem = line;
    }
}
