// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import dev.jtracer.bootstrap.sample.CallSample;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MutableCallSite;
import jdk.internal.vm.annotation.ForceInline;

/** The switch that turns recording on and off; woven code reads it before anything else. */
public final class TracerSwitch {
    /* The compilers treat the target of a constant call site as a constant, and discard their code when it changes:
     * a stopped tracer costs nothing in compiled code. While the tracer is stopped, a plain static boolean costs
     * 1.26 to 1.58 times the untraced recursion, and a volatile one more (RATIONALE.md).
     *
     * The target is compared, not invoked. In the interpreter a comparison is a field read, while the invocation of
     * a method handle takes 500 ns, and the first seconds of an application are mostly interpreted. */
    private static final MethodHandle OFF = MethodHandles.constant(Object.class, "off");
    private static final MethodHandle ON = MethodHandles.constant(Object.class, "on");
    private static final MutableCallSite SITE = new MutableCallSite(OFF);

    private static volatile int epoch;

    private TracerSwitch() {}

    @ForceInline
    public static boolean isOn() {
        return SITE.getTarget() == ON;
    }

    /** Returns the number of the current recording; the state that an earlier one left behind is out of date. */
    @ForceInline
    public static int epoch() {
        return epoch;
    }

    /** Returns whether the current thread records nothing now, because its root call is not in the sample. */
    @ForceInline
    static boolean drops() {
        return CallSample.drops(epoch);
    }

    /**
     * Turns recording on or off for all threads. After it returns, every thread sees the new state at its next call;
     * a thread that was inside the recorder may still store the record that it had begun.
     */
    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread at a time starts recordings
    public static void set(boolean recording) {
        if (recording) {
            epoch++;
        }
        SITE.setTarget(recording ? ON : OFF);
        MutableCallSite.syncAll(new MutableCallSite[] {SITE});
    }
}
