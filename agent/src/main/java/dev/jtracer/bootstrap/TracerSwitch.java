// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MutableCallSite;
import jdk.internal.vm.annotation.ForceInline;

/** Whether calls are being recorded: the one thing that woven code asks first. */
public final class TracerSwitch {
    /* The compilers take the target of a constant call site for a constant, and throw their code away when it changes:
     * a stopped tracer costs nothing in compiled code. A plain static boolean costs 1.26 to 1.58 times the untraced
     * recursion while stopped, a volatile one more (RATIONALE.md).
     *
     * The target is compared, not invoked: that is a field read to the interpreter, where invoking a method handle takes
     * 500 ns, and an application's first seconds are mostly interpreted. */
    private static final MethodHandle OFF = MethodHandles.constant(Object.class, "off");
    private static final MethodHandle ON = MethodHandles.constant(Object.class, "on");
    private static final MutableCallSite SITE = new MutableCallSite(OFF);

    private TracerSwitch() {}

    @ForceInline
    static boolean isOn() {
        return SITE.getTarget() == ON;
    }

    /**
     * Turns recording on or off for all threads. When it returns, every thread sees the new state at its next call; a
     * thread inside a record when it was turned off may still store that one.
     */
    public static void set(boolean recording) {
        if (recording) {
            CallbackTracer.startEpoch();
        }
        SITE.setTarget(recording ? ON : OFF);
        MutableCallSite.syncAll(new MutableCallSite[] {SITE});
    }
}
