// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.ProtectionDomain;
import jdk.internal.misc.Unsafe;

/**
 * The definition of the classes that every start and exit uses: those of the thread of premain by itself, and meanwhile those of the
 * tracer's threads by a thread of their own.
 */
final class StartClasses implements Runnable {
    /* The JVM calls loadClass for each class that it does not find. That takes as long as the definition itself: the class's lock,
     * package, certificates and location. */
    /** The names in internal form, a superclass before its subclasses. */
    private static final String OF_PREMAIN = "dev/jtracer/agent/start-classes.txt";

    /** The same of the classes that no start uses in the thread of premain. */
    private static final String OF_RECORDING = "dev/jtracer/agent/recording-classes.txt";

    private StartClasses() {}

    static void define() {
        Thread thread = new Thread(null, new StartClasses(), "jtracer-classes", 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
        thread.start();
        define(OF_PREMAIN);
    }

    @Override
    public void run() {
        try {
            define(OF_RECORDING);
        } catch (RuntimeException | Error unreadable) {
            // Reported by the thread that needs the classes.
        }
    }

    private static void define(String list) {
        ClassLoader loader = StartClasses.class.getClassLoader();
        ProtectionDomain domain = StartClasses.class.getProtectionDomain();
        String names = new String(read(loader, list), StandardCharsets.ISO_8859_1);
        int start = 0;
        for (int end = names.indexOf('\n'); end >= 0; end = names.indexOf('\n', start)) {
            String name = names.substring(start, end);
            byte[] classFile = read(loader, name.concat(".class"));
            try {
                Unsafe.getUnsafe().defineClass(name, classFile, 0, classFile.length, loader, domain);
            } catch (LinkageError definedOrUnusable) {
                // Another thread, or the definition of an earlier class of the list, may have loaded this one. A class
                // that
                // cannot be defined is reported where it is used.
            }
            start = end + 1;
        }
    }

    /** Returns the content of a file of the jar. */
    static byte[] read(ClassLoader jar, String file) {
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
