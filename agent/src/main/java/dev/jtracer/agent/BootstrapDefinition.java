// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent;

import java.util.List;
import jdk.internal.misc.Unsafe;

/** The definition of classes in the bootstrap loader. */
final class BootstrapDefinition {
    private static final String PACKAGE = "dev/jtracer/";

    private BootstrapDefinition() {}

    /* Not by Instrumentation.appendToBootstrapClassLoaderSearch: from then on JDK 25 uses no class of the
     * application's archive (class data sharing), and every JDK prints a warning where there is one. */
    /** Defines the classes that every start needs. None of them extends another. */
    static void define() {
        ClassPack pack = new ClassPack("bootstrap");
        while (pack.next()) {
            pack.define(null, null);
        }
    }

    private static void define(List<String> names) {
        ClassLoader jar = BootstrapDefinition.class.getClassLoader();
        for (String name : names) {
            String internalName = PACKAGE.concat(name);
            byte[] classFile = ClassPack.read(jar, internalName.concat(".class"));
            Unsafe.getUnsafe().defineClass(internalName, classFile, 0, classFile.length, null, null);
        }
    }

    /** Defines the classes for the context of requests, unless an earlier tracer has done so. */
    static void defineContext() {
        defineLog();
        defineOnce(BootstrapClasses.CONTEXT);
    }

    /**
     * Defines the class for the contexts of logs, unless that is done. Threads of the application may come at once.
     */
    static synchronized void defineLog() {
        defineOnce(BootstrapClasses.LOG);
    }

    /** Defines the classes for arguments and results, unless an earlier tracer has done so. */
    static void defineValues() {
        defineOnce(BootstrapClasses.VALUES);
    }

    private static void defineOnce(List<String> names) {
        try {
            Class.forName(PACKAGE.concat(names.get(0)).replace('/', '.'), false, null);
        } catch (ClassNotFoundException first) {
            define(names);
        }
    }
}
