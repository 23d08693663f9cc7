// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;

/** Loads all classes of a jar on the class path; prints their number and the nanoseconds of CPU time. */
final class LoadedClasses {
    private static final String SUFFIX = ".class";

    private LoadedClasses() {}

    public static void main(String[] args) throws IOException {
        List<String> names = names(Path.of(args[0]));
        ClassLoader loader = LoadedClasses.class.getClassLoader();
        int loaded = 0;
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long start = threads.getCurrentThreadCpuTime();
        for (int i = 0; i < names.size(); i++) {
            loaded += load(names.get(i), loader) ? 1 : 0;
        }
        long nanos = threads.getCurrentThreadCpuTime() - start;
        System.out.println(loaded);
        System.out.println(nanos);
    }

    private static boolean load(String name, ClassLoader loader) {
        try {
            Class.forName(name, false, loader);
            return true;
        } catch (ClassNotFoundException | LinkageError optional) {
            return false; // extends a class of another library
        }
    }

    private static List<String> names(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.stream()
                    .map(entry -> entry.getName())
                    .filter(name -> name.endsWith(SUFFIX) && !name.startsWith("META-INF/") && !name.contains("-info"))
                    .map(name ->
                            name.substring(0, name.length() - SUFFIX.length()).replace('/', '.'))
                    .toList();
        }
    }
}
