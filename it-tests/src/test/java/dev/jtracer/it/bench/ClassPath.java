// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.bench;

import dev.jtracer.examples.hello.HelloCalls;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The class path of the measured JVMs. */
final class ClassPath {
    private ClassPath() {}

    /**
     * Returns the benchmarks' own classes, the examples, H2, Tomcat, the floor agent's Byte Buddy, and the jars of
     * other classes.
     */
    static String ofTests(Class<?>... others) {
        List<String> entries = new ArrayList<>();
        for (Class<?> owner : List.of(
                ClassPath.class,
                HelloCalls.class,
                org.h2.Driver.class,
                org.apache.catalina.startup.Tomcat.class,
                net.bytebuddy.jar.asm.ClassReader.class)) {
            entries.add(entryOf(owner).toString());
        }
        for (Class<?> owner : others) {
            entries.add(entryOf(owner).toString());
        }
        return String.join(File.pathSeparator, entries);
    }

    /** Returns the names of all classes in the package of {@code member}, which comes from a class directory. */
    static List<String> classesBeside(Class<?> member) throws IOException {
        Path folder = entryOf(member).resolve(member.getPackageName().replace('.', '/'));
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".class") && !name.equals("package-info.class"))
                    .map(name -> member.getPackageName() + "." + name.substring(0, name.length() - ".class".length()))
                    .sorted()
                    .toList();
        }
    }

    /** Returns the module's {@code target}, independent of the working directory. */
    static Path buildDirectory() {
        return entryOf(ClassPath.class).resolveSibling("");
    }

    /** Returns the jar or the class directory that a class came from. */
    static Path entryOf(Class<?> owner) {
        try {
            return Path.of(
                    owner.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("cannot locate " + owner, e);
        }
    }
}
