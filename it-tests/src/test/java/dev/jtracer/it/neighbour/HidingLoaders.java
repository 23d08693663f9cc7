// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.neighbour;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;

/** Runs a program in a class loader that delegates only some requests. */
public final class HidingLoaders {
    private HidingLoaders() {}

    /** The first argument names the kind of loader, the second the program. */
    public static void main(String[] args) throws ReflectiveOperationException {
        URL here = HidingLoaders.class.getProtectionDomain().getCodeSource().getLocation();
        ClassLoader loader =
                switch (args[0]) {
                    case "child first" -> new ChildFirst(here, args[1]);
                    case "below one that hides" -> new URLClassLoader(new URL[] {here}, new JdkAlone());
                    case "without a parent" -> new URLClassLoader(new URL[] {here}, null);
                    default -> throw new IllegalArgumentException(args[0]);
                };
        Thread.currentThread().setContextClassLoader(loader);
        Class<?> program = Class.forName(args[1], true, loader);
        System.out.println("own loader " + (program.getClassLoader() == loader));
        program.getMethod("main", String[].class).invoke(null, (Object) new String[0]);
    }

    /** Finds the JDK's classes alone, whatever the bootstrap loader could find. */
    private static final class JdkAlone extends ClassLoader {
        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("java.") || name.startsWith("jdk.")) {
                return super.loadClass(name, resolve);
            }
            throw new ClassNotFoundException(name);
        }
    }

    /** Defines a program and its nested classes, and finds otherwise only the JDK. */
    private static final class ChildFirst extends ClassLoader {
        private final URL place;
        private final String program;

        ChildFirst(URL place, String program) {
            super(new JdkAlone());
            this.place = place;
            this.program = program;
        }

        @Override
        public Class<?> loadClass(String name) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                if (loaded != null) {
                    return loaded;
                }
                return name.startsWith(program) ? define(name) : super.loadClass(name);
            }
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            try (InputStream in = new URL(place, name.replace('.', '/').concat(".class")).openStream()) {
                byte[] classFile = in.readAllBytes();
                return defineClass(name, classFile, 0, classFile.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
