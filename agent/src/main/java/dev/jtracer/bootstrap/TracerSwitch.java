// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import jdk.internal.vm.annotation.ForceInline;

/** Whether calls are being recorded: the one thing that woven code asks first. */
public final class TracerSwitch {
    /* A call site's target is a constant to the compiler, so the check of a stopped tracer compiles to nothing, and
     * turning it on throws the compiled code away. A plain static boolean costs 1.26 to 1.58 times the untraced
     * recursion while stopped, a volatile one more (RATIONALE.md). */
    private static final MethodHandle OFF = MethodHandles.constant(boolean.class, false);
    private static final MethodHandle ON = MethodHandles.constant(boolean.class, true);
    private static final MutableCallSite SITE = new MutableCallSite(MethodType.methodType(boolean.class));
    private static final MethodHandle RECORDING;

    static {
        SITE.setTarget(OFF);
        RECORDING = SITE.dynamicInvoker();
    }

    private TracerSwitch() {}

    @ForceInline
    static boolean isOn() {
        try {
            return (boolean) RECORDING.invokeExact();
        } catch (Throwable impossible) {
            return false;
        }
    }

    /**
     * Turns recording on or off for all threads. When it returns, every thread sees the new state at its next call; a
     * thread inside a record when it was turned off may still store that one.
     */
    public static void set(boolean recording) {
        SITE.setTarget(recording ? ON : OFF);
        MutableCallSite.syncAll(new MutableCallSite[] {SITE});
    }
}
