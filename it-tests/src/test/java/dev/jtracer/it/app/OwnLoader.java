// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.security.ProtectionDomain;
import java.util.Collections;
import java.util.Enumeration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Runs {@link Program} in an application's class loader that prints every request except those for classes. */
public final class OwnLoader {
    private OwnLoader() {}

    public static void main(String[] args) throws ReflectiveOperationException {
        Class<?> program = new Loader().loadClass(Program.class.getName());
        System.out.println("own " + (program.getClassLoader() instanceof Loader));
        program.getMethod("run").invoke(null);
    }

    /** Passes a lambda to a parameter of an interface of its own, which has not been loaded before. */
    public static final class Program {
        private Program() {}

        public static void run() {
            int two = 2;
            System.out.println(new Desk().ask(question -> question.length() + two));
            Supplier<String> missing = () -> Desk.class.getSimpleName();
            System.out.println(missing.get());
        }
    }

    /** Takes the callback. */
    static final class Desk {
        int ask(Answer answer) {
            return answer.to("why");
        }
    }

    /** A callback type that is found only in the loader's class files. */
    interface Answer {
        int to(String question);
    }

    /** Defines the classes of this file itself, and finds its resources only through its parent. */
    private static final class Loader extends ClassLoader {
        private final ProtectionDomain domain = OwnLoader.class.getProtectionDomain();

        Loader() {
            super(ClassLoader.getPlatformClassLoader());
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            try (InputStream in = OwnLoader.class.getResourceAsStream(
                    '/' + name.replace('.', '/').concat(".class"))) {
                if (in == null) {
                    throw new ClassNotFoundException(name);
                }
                byte[] classFile = in.readAllBytes();
                return defineClass(name, classFile, 0, classFile.length, domain);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }

        @Override
        public @Nullable URL getResource(String name) {
            System.out.println("getResource " + name);
            return super.getResource(name);
        }

        @Override
        protected @Nullable URL findResource(String name) {
            System.out.println("findResource " + name);
            return null;
        }

        @Override
        protected Enumeration<URL> findResources(String name) {
            System.out.println("findResources " + name);
            return Collections.emptyEnumeration();
        }

        @Override
        public @Nullable InputStream getResourceAsStream(String name) {
            System.out.println("getResourceAsStream " + name);
            return super.getResourceAsStream(name);
        }

        @Override
        public int hashCode() {
            System.out.println("hashCode");
            return System.identityHashCode(this);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            System.out.println("equals");
            return this == other;
        }

        @Override
        public String toString() {
            System.out.println("toString");
            return super.toString();
        }
    }
}
