// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.control;

import java.lang.reflect.Field;
import javax.management.MBeanServer;
import jdk.internal.misc.Unsafe;
import org.jspecify.annotations.Nullable;

/** Lookup of the platform's MBean server that creates and initialises nothing. */
final class PlatformServer {
    /* Loading the class that holds the server initialises nothing, and a static field of an initialised class can be
     * read. A call of that class's getter, or the first use of a class of javax.management, would initialise
     * System.Logger, and with it the application's LoggerFinder and LogManager, on the tracer's thread. */
    private static final String FACTORY = "java.lang.management.ManagementFactory";

    private static final String FIELD = "platformMBeanServer";

    private final Class<?> factory;
    private @Nullable Field server;

    /** Loads the class that holds the server; throws ClassNotFoundException without the module java.management. */
    PlatformServer() throws ClassNotFoundException {
        factory = Class.forName(FACTORY, false, null);
    }

    /** Returns the server, or null while it is not created. */
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
