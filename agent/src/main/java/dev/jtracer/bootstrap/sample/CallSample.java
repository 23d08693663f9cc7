// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.sample;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.ForceInline;
import org.jspecify.annotations.Nullable;

/** The sample of the root calls: its share, its figures, and the state of each thread. */
public final class CallSample {
    /* The state is found by the thread's id, as buffers are, in one of two slots. A thread that has lost both to
     * others finds it in a ThreadLocal, which takes longer. Unlike a buffer it belongs to a virtual thread and not to
     * its carrier: the thread may be unmounted in the middle of a call.
     *
     * Where the stack ends, the map of the thread's locals may lose an entry of the application's. So a call that
     * begins overflows the stack before it looks there. One that ends does look: its begin had room, and its end must
     * not be missed. */
    private static final int SLOT_BITS = 12;
    private static final int SLOTS = 1 << SLOT_BITS;
    private static final long GOLDEN_RATIO = 0x9e3779b97f4a7c15L;
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long THREAD_ID = UNSAFE.objectFieldOffset(Thread.class, "tid");
    private static final @Nullable SampledCalls[] SLOT = new SampledCalls[SLOTS];
    private static final ThreadLocal<@Nullable SampledCalls> OF_THREAD = new ThreadLocal<>();

    private static long seed;

    private CallSample() {}

    /** Initialises the classes that the entry points use, see {@code RecorderClasses}. */
    public static void initialize() {
        OF_THREAD.get();
        StackMargin.requireForRecursion();
        SampledCalls calls = new SampledCalls(0, 0);
        calls.begins(1);
        calls.begun(1);
        calls.ends(1);
        clear();
    }

    /** Records one of a number of root calls from now on. Called before the first recording. */
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

    /** Returns whether only some of the root calls are recorded. */
    @ForceInline
    public static boolean isOn() {
        return SampleFigures.oneOf != 0;
    }

    /** Returns whether the current thread records nothing now, because no call of the sample is open. */
    @ForceInline
    public static boolean drops(int epoch) {
        return SampleFigures.oneOf != 0 && !current(epoch).isRecorded();
    }

    /** Returns whether the current thread records no call that begins now. */
    @ForceInline
    public static boolean dropsNext(int epoch) {
        return SampleFigures.oneOf != 0 && !current(epoch).recordsNext();
    }

    /**
     * Returns the current thread's calls.
     *
     * @param epoch number of the current recording
     */
    @ForceInline
    public static SampledCalls current(int epoch) {
        long id = UNSAFE.getLong(Thread.currentThread(), THREAD_ID);
        SampledCalls calls = SLOT[(int) id & SLOTS - 1];
        return calls != null && calls.threadId == id && calls.epoch == epoch ? calls : findWithRoom(id, epoch);
    }

    /** Like {@link #current}, where a call ends: takes less room on the stack. */
    @ForceInline
    public static SampledCalls atEnd(int epoch) {
        long id = UNSAFE.getLong(Thread.currentThread(), THREAD_ID);
        SampledCalls calls = SLOT[(int) id & SLOTS - 1];
        return calls != null && calls.threadId == id && calls.epoch == epoch ? calls : find(id, epoch);
    }

    private static SampledCalls findWithRoom(long id, int epoch) {
        SampledCalls calls = SLOT[secondSlot(id)];
        if (calls != null && calls.threadId == id && calls.epoch == epoch) {
            return calls;
        }
        StackMargin.requireForRecursion();
        return find(id, epoch);
    }

    private static SampledCalls find(long id, int epoch) {
        SampledCalls calls = SLOT[secondSlot(id)];
        if (calls == null || calls.threadId != id) {
            calls = OF_THREAD.get();
        }
        if (calls == null || calls.threadId != id) {
            calls = new SampledCalls(id, seed);
            OF_THREAD.set(calls);
        }
        if (calls.epoch != epoch) {
            calls.restart(epoch);
        }
        int slot = (int) id & SLOTS - 1;
        SampledCalls other = SLOT[slot];
        if (other != null) {
            SLOT[secondSlot(other.threadId)] = other;
        }
        SLOT[slot] = calls;
        return calls;
    }

    private static int secondSlot(long id) {
        return (int) (id * GOLDEN_RATIO >>> Long.SIZE - SLOT_BITS);
    }
}
