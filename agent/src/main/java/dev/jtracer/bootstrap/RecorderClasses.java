// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import dev.jtracer.bootstrap.names.VirtualNames;
import dev.jtracer.bootstrap.sample.CallSample;
import dev.jtracer.bootstrap.sample.SampledCalls;
import java.util.concurrent.ThreadLocalRandom;
import jdk.internal.misc.Unsafe;

/** The classes that run on application threads. */
public final class RecorderClasses {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();

    private static final Class<?>[] CLASSES = {
        CallSample.class,
        CallbackKinds.class,
        CallbackRuns.class,
        CallbackTable.class,
        CallbackTracer.class,
        ChunkChain.class,
        ChunkPool.class,
        CurrentFrames.class,
        FreeChunks.class,
        LossCounter.class,
        MethodTracer.class,
        OpenCalls.class,
        OpenFrames.class,
        Pass.class,
        Pass.Kind.class,
        PassNumbers.class,
        Passes.class,
        PendingSites.class,
        RecordLayout.class,
        RecorderFailures.class,
        Records.class,
        SampledCalls.class,
        SpinLock.class,
        ThreadBuffer.class,
        ThreadBuffers.class,
        TracerSwitch.class,
        VirtualNames.class,
        WaitingThreads.class,
    };

    private RecorderClasses() {}

    /**
     * Initialises all classes that recording needs. Must be called before any method is woven: a class whose
     * initialiser meets the end of an application thread's stack is unusable from then on, for all threads.
     */
    public static void initialize() {
        for (Class<?> type : CLASSES) {
            UNSAFE.ensureClassInitialized(type);
        }
        // Classes of the JDK, and nested classes, are initialised by using them.
        initializeCounters();
        RecorderFailures.initialize();
        ThreadBuffers.initialize();
        VirtualNames.initialize();
        CallSample.initialize();
        OpenCalls.initialize();
        CurrentFrames.initialize();
        Passes.initialize();
        CallbackTable.initialize();
        CallbackKinds.of(RecorderClasses.class);
    }

    /* A LongAdder needs these once two threads count at the same moment. */
    private static void initializeCounters() {
        ThreadLocalRandom.current();
        try {
            Class.forName("java.util.concurrent.atomic.Striped64$Cell");
        } catch (ClassNotFoundException renamed) {
            // Then it is initialised by the first such threads.
        }
    }

    /**
     * Forgets every buffer, chunk, callback and counter, so that another tracer can begin in this JVM. Recording must
     * be off, and no thread may be inside the recorder: the caller unmaps the chunks' memory afterwards.
     */
    public static void reset() {
        ChunkPool.INSTANCE.clear();
        ThreadBuffers.clear();
        VirtualNames.restart();
        CallSample.clear();
        CallbackTable.clear();
        CallbackKinds.clear();
        CallbackRuns.limit(Integer.MAX_VALUE);
        Passes.clear();
        LossCounter.clear();
    }
}
