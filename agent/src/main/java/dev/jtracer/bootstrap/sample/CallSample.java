// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.sample;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.ForceInline;
import org.jspecify.annotations.Nullable;

/** The sample of the outermost calls: its share, its figures, and the state of each thread. */
public final class CallSample {
    /* The state is found by the thread's id, as buffers are. A thread whose slot was taken by another finds it in a ThreadLocal,
     * which takes longer. Unlike a buffer it belongs to a virtual thread and not to its carrier: the thread may be unmounted in the
     * middle of a call. */
    private static final int SLOTS = 1 << 12;
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long THREAD_ID = UNSAFE.objectFieldOffset(Thread.class, "tid");
    private static final @Nullable SampledCalls[] SLOT = new SampledCalls[SLOTS];
    private static final ThreadLocal<@Nullable SampledCalls> OF_THREAD = new ThreadLocal<>();

    private static long seed;

    private CallSample() {}

    /** Initialises the classes that the entry points use, see {@code RecorderClasses}. */
    public static void initialize() {
        OF_THREAD.get();
        SampledCalls calls = new SampledCalls(0, 0);
        calls.begins(1);
        calls.begun(1);
        calls.ends(1);
        clear();
    }

    /** Records one of a number of outermost calls from now on. Called before the first recording. */
    public static void begin(int number) {
        seed = System.nanoTime();
        SampleFigures.oneOf = number;
    }

    /** Records all calls again. Recording must be off. */
    public static void clear() {
        SampleFigures.clear();
        for (int i = 0; i < SLOTS; i++) {
            SLOT[i] = null;
        }
    }

    /** Returns whether only some of the outermost calls are recorded. */
    @ForceInline
    public static boolean isOn() {
        return SampleFigures.oneOf != 0;
    }

    /** Returns whether the current thread records nothing now, because no call of the sample is open. */
    @ForceInline
    public static boolean leavesOut(int epoch) {
        return SampleFigures.oneOf != 0 && !current(epoch).isRecorded();
    }

    /** Returns whether the current thread records no call that begins now. */
    @ForceInline
    public static boolean leavesOutNext(int epoch) {
        return SampleFigures.oneOf != 0 && !current(epoch).recordsNext();
    }

    /**
     * Returns the current thread's calls.
     *
     * @param epoch number of the current recording
     */
    @ForceInline
    public static SampledCalls current(int epoch) {
        Thread thread = Thread.currentThread();
        long id = UNSAFE.getLong(thread, THREAD_ID);
        SampledCalls calls = SLOT[(int) id & SLOTS - 1];
        return calls != null && calls.threadId == id && calls.epoch == epoch ? calls : find(id, epoch);
    }

    private static SampledCalls find(long id, int epoch) {
        SampledCalls calls = OF_THREAD.get();
        if (calls == null || calls.threadId != id) {
            calls = new SampledCalls(id, seed);
            OF_THREAD.set(calls);
        }
        if (calls.epoch != epoch) {
            calls.restart(epoch);
        }
        SLOT[(int) id & SLOTS - 1] = calls;
        return calls;
    }

    /** Returns the number of outermost calls that were chosen. */
    public static long chosen() {
        return SampleFigures.chosen();
    }

    /** Returns the number of outermost calls that were not chosen. */
    public static long skipped() {
        return SampleFigures.skipped();
    }
}
