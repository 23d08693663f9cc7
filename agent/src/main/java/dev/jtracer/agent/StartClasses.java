// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent;

import dev.jtracer.agent.thread.TracerThreads;
import java.security.ProtectionDomain;
import org.jspecify.annotations.Nullable;

/** The definition of classes before they are needed. */
record StartClasses(String list) implements Runnable {
    /* The JVM calls loadClass for each class that it does not find. That takes as long as the definition itself: the
     * class's lock, package, certificates and location. */
    /** The list of the classes that premain uses first; internal names, a superclass before its subclasses. */
    private static final String OF_PREMAIN = "start";

    /** The same of the classes that weave. */
    private static final String OF_WEAVING = "weaving";

    /** The same of the classes that only a recording and its end use. */
    private static final String OF_RECORDING = "recording";

    /** The thread that defines the classes that weave; null in a tracer whose predecessor's loader had them. */
    private static @Nullable Thread weaving;

    /** Defines the classes that every start uses: half in this thread, half meanwhile in a thread of its own. */
    static void define() {
        Thread thread = new Thread(null, new StartClasses(OF_WEAVING), "jtracer-classes", 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
        thread.start();
        weaving = thread;
        define(OF_PREMAIN);
    }

    /** Waits until the classes that weave are defined. One needed before is looked for among all that are packed. */
    static void awaitWeaving() {
        Thread thread = weaving;
        if (thread != null) {
            TracerThreads.await(thread, Long.MAX_VALUE);
        }
    }

    /** Returns the definition of the classes that only a recording and its end use. */
    static Runnable ofRecording() {
        return new StartClasses(OF_RECORDING);
    }

    @Override
    public void run() {
        try {
            define(list);
        } catch (RuntimeException | Error unreadable) {
            // Reported by the thread that needs the classes.
        }
    }

    private static void define(String list) {
        ClassLoader loader = StartClasses.class.getClassLoader();
        ProtectionDomain domain = StartClasses.class.getProtectionDomain();
        ClassPack pack = new ClassPack(list);
        while (pack.next()) {
            try {
                pack.define(loader, domain);
            } catch (LinkageError definedOrUnusable) {
                // Another thread, or the definition of an earlier class of the list, may have loaded this one. A
                // class that cannot be defined is reported where it is used.
            }
        }
    }
}
