// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent;

import dev.jtracer.agent.thread.TracerThreads;
import dev.jtracer.agent.weave.Weaver;
import java.lang.instrument.Instrumentation;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The redefinition of loaded classes on behalf of a thread that is loading another class, which waits for it. */
record LateRedefinition(Instrumentation instrumentation, TracerThreads threads) implements Weaver.Redefinition {
    /* The JVM calls no transformer of an agent on a thread that is within one. So another thread retransforms the
     * class. It takes 2 to 10 ms, most of it until all threads have stopped. */
    private static final long MOST_MILLIS = 2_000;

    @Override
    public @Nullable Throwable redefine(String className) {
        AtomicReference<@Nullable Throwable> refused = new AtomicReference<>();
        Thread thread = threads.create("jtracer-redefine", new Runnable() {
            @Override
            public void run() {
                try {
                    instrumentation.retransformClasses(Class.forName(className, false, null));
                } catch (Throwable failure) { // UnmodifiableClassException, and any LinkageError
                    refused.set(failure);
                }
            }
        });
        thread.start();
        TracerThreads.await(thread, MOST_MILLIS);
        return refused.get();
    }
}
