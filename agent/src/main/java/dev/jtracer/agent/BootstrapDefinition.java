// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent;

/** The definition of classes in the bootstrap loader, from lists of their names. */
final class BootstrapDefinition {
    private BootstrapDefinition() {}

    /* Not by Instrumentation.appendToBootstrapClassLoaderSearch: from then on JDK 25 uses no class of the
     * application's archive (class data sharing), and every JDK prints a warning where there is one. */
    static void define(String list) {
        ClassPack pack = new ClassPack(list);
        while (pack.next()) {
            pack.define(null, null);
        }
    }

    /** Defines the classes for the context of requests, unless an earlier tracer has done so. */
    static void defineContext() {
        defineLog();
        defineOnce("bootstrap-context", "context.ContextTracer");
    }

    /**
     * Defines the class for the contexts of logs, which many programs have that serve no requests, unless that is
     * done. Threads of the application may come at once.
     */
    static synchronized void defineLog() {
        defineOnce("bootstrap-log", "context.LogTracer");
    }

    /** Defines the classes for arguments and results, unless an earlier tracer has done so. */
    static void defineValues() {
        defineOnce("bootstrap-values", "value.ValueTracer");
    }

    /** @param one a class of the list, below the recorder's package */
    private static void defineOnce(String list, String one) {
        try {
            Class.forName("dev.jtracer.bootstrap.".concat(one), false, null);
        } catch (ClassNotFoundException first) {
            define(list);
        }
    }
}
