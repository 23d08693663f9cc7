// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.control;

import java.lang.reflect.Field;
import javax.management.MBeanServer;
import jdk.internal.misc.Unsafe;
import org.jspecify.annotations.Nullable;

/** Finds the platform's MBean server once somebody has created it, without creating or initialising anything. */
final class PlatformServer {
    /* Loading the class that holds it initialises nothing, and a static field of an initialised class can be read. To ask
     * that class for the server, or to be the first to use a class of javax.management, would initialise System.Logger, and
     * with it the application's LoggerFinder and LogManager, on our thread. */
    private static final String FACTORY = "java.lang.management.ManagementFactory";

    private static final String FIELD = "platformMBeanServer";

    private final Class<?> factory;
    private @Nullable Field server;

    /** @throws ClassNotFoundException if this JVM has no module java.management */
    PlatformServer() throws ClassNotFoundException {
        factory = Class.forName(FACTORY, false, null);
    }

    /** Returns the server, or null as long as nobody has asked for it. */
    @Nullable
    MBeanServer find() throws NoSuchFieldException {
        Unsafe unsafe = Unsafe.getUnsafe();
        if (unsafe.shouldBeInitialized(factory)) {
            return null;
        }
        Field field = server;
        if (field == null) {
            field = factory.getDeclaredField(FIELD);
            server = field;
        }
        return (MBeanServer)
                unsafe.getReferenceVolatile(unsafe.staticFieldBase(field), unsafe.staticFieldOffset(field));
    }
}
