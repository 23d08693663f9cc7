// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.thread;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.util.function.LongUnaryOperator;
import jdk.internal.misc.Unsafe;
import org.jspecify.annotations.Nullable;

/** A clock of the CPU time of other platform threads. A reading costs about a microsecond. */
public final class ThreadCpuClock implements LongUnaryOperator {
    /* The time that a ThreadMXBean tells, without the bean: the factory's first getter would initialise
     * System.Logger, and with it the application's LoggerFinder, on the thread that calls it. The factory's own
     * initialiser only loads the library. */
    private static final String FACTORY = "java.lang.management.ManagementFactory";
    private static final String BEAN = "sun.management.ThreadImpl";
    private static final String METHOD = "getThreadTotalCpuTime0";

    /** The result for a thread whose time is not known, because it has ended, for example. */
    public static final long UNKNOWN = -1;

    private @Nullable MethodHandle method;
    private boolean opened;

    /** Returns the CPU time of a thread so far in nanoseconds, or {@link #UNKNOWN}. */
    @Override
    public long applyAsLong(long threadId) {
        try {
            if (!opened) {
                opened = true;
                method = open();
            }
            return method == null ? UNKNOWN : (long) method.invokeExact(threadId);
        } catch (Throwable absent) {
            // No such method in this JDK, or no module java.management in this run-time image.
            method = null;
            return UNKNOWN;
        }
    }

    private static MethodHandle open() throws ReflectiveOperationException {
        Unsafe unsafe = Unsafe.getUnsafe();
        Field trusted = MethodHandles.Lookup.class.getDeclaredField("IMPL_LOOKUP");
        MethodHandles.Lookup lookup = (MethodHandles.Lookup)
                unsafe.getReference(unsafe.staticFieldBase(trusted), unsafe.staticFieldOffset(trusted));
        Class.forName(FACTORY, true, null);
        return lookup.findStatic(
                Class.forName(BEAN, true, null), METHOD, MethodType.methodType(long.class, long.class));
    }
}
