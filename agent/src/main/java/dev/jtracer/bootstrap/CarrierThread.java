// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/** The lookup of a virtual thread's platform thread. Initialised by the first virtual thread that is recorded. */
final class CarrierThread {
    /* A method handle, because the JDK that compiles this class has no such method. It is a constant, so compiled
     * code calls the method directly. Its lookup takes 50 ms at start-up, so it is deferred to this class of its
     * own. Initialising a class may unmount the virtual thread: it happens before the carrier is read. */
    private static final @Nullable MethodHandle CURRENT = find();

    private CarrierThread() {}

    /** Returns the carrier of the current virtual thread; the virtual thread itself if the JDK does not expose it. */
    static Thread current(Thread virtual) {
        if (CURRENT == null) {
            return virtual;
        }
        try {
            return (Thread) CURRENT.invokeExact();
        } catch (Error endOfStack) {
            throw endOfStack; // a virtual thread treated as a platform thread would get a buffer of its own, for ever
        } catch (Throwable impossible) {
            return virtual;
        }
    }

    private static @Nullable MethodHandle find() {
        try {
            Class<?> access = Class.forName("jdk.internal.access.JavaLangAccess", false, null);
            Class<?> secrets = Class.forName("jdk.internal.access.SharedSecrets", false, null);
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            Object javaLang = lookup.findStatic(secrets, "getJavaLangAccess", MethodType.methodType(access))
                    .invoke();
            return lookup.findVirtual(access, "currentCarrierThread", MethodType.methodType(Thread.class))
                    .bindTo(javaLang);
        } catch (Throwable changedInsideTheJdk) {
            return null;
        }
    }
}
