// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent;

import java.io.IOException;
import java.io.InputStream;
import jdk.internal.misc.Unsafe;

/**
 * The classes of the bootstrap loader. They are defined when this class is initialised, which {@code Launcher} does before it loads
 * any other class of the agent.
 */
final class BootstrapSection {
    private static final String PACKAGE = "dev/jtracer/";

    /* Not by Instrumentation.appendToBootstrapClassLoaderSearch: from then on JDK 25 uses no class of the application's archive
     * (class data sharing), and every JDK prints a warning where there is one. */
    static {
        ClassLoader jar = BootstrapSection.class.getClassLoader();
        for (String name : BootstrapClasses.NAMES) {
            String internalName = PACKAGE.concat(name);
            byte[] classFile = read(jar, internalName.concat(".class"));
            Unsafe.getUnsafe().defineClass(internalName, classFile, 0, classFile.length, null, null);
        }
    }

    private BootstrapSection() {}

    private static byte[] read(ClassLoader jar, String file) {
        try (InputStream in = jar.getResourceAsStream(file)) {
            if (in == null) {
                throw new NoClassDefFoundError(file);
            }
            return in.readAllBytes();
        } catch (IOException unreadable) {
            throw new IllegalStateException(unreadable);
        }
    }
}
