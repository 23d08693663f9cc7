// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.suites;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;

/**
 * The published tests of one library.
 *
 * @param name the artifact of the tests
 * @param include the library's own package, which is traced
 * @param tests what the names of the tests' classes begin with
 */
record Suite(String name, String include, String tests) {
    private static final String GUAVA = "guava-testlib";
    private static final List<Suite> ALL = List.of(
            new Suite("commons-csv", "org.apache.commons.csv", ""),
            new Suite("commons-codec", "org.apache.commons.codec", ""),
            new Suite("commons-collections4", "org.apache.commons.collections4", ""),
            new Suite("commons-io", "org.apache.commons.io", ""),
            new Suite("commons-lang3", "org.apache.commons.lang3", ""),
            new Suite("commons-math3", "org.apache.commons.math3", ""),
            new Suite("commons-pool2", "org.apache.commons.pool2", ""),
            new Suite("commons-text", "org.apache.commons.text", ""),
            new Suite(GUAVA, "com.google.common", ""),
            new Suite("kafka-clients", "org.apache.kafka", "org.apache.kafka.common."),
            new Suite("netty-buffer", "io.netty", ""),
            new Suite("netty-codec", "io.netty", ""),
            new Suite("netty-common", "io.netty", ""),
            new Suite("netty-transport", "io.netty", ""));

    /* Surefire's own choice. Nested classes run with the class around them. */
    private static final Pattern TEST_CLASS = Pattern.compile("(.*/)?(Test[^/$]*|[^/$]*(Test|Tests|TestCase))\\.class");

    /** Returns one suite, or {@code all}. */
    static List<Suite> named(String name) {
        List<Suite> named = ALL.stream()
                .filter(suite -> name.equals("all") || name.equals(suite.name))
                .toList();
        if (named.isEmpty()) {
            throw new IllegalArgumentException("no suite '" + name + "'; there are "
                    + ALL.stream().map(Suite::name).toList());
        }
        return named;
    }

    /** Returns the names of the classes that a build of the library would run, but for benchmarks, in their order. */
    List<String> classes() {
        if (name.equals(GUAVA)) {
            return Arrays.stream(GuavaCollections.class.getDeclaredClasses())
                    .filter(nested -> Modifier.isPublic(nested.getModifiers()))
                    .map(Class::getName)
                    .sorted()
                    .toList();
        }
        try (JarFile jar = new JarFile(jar().toFile())) {
            return jar.stream()
                    .map(JarEntry::getName)
                    .filter(entry -> TEST_CLASS.matcher(entry).matches())
                    .map(entry -> entry.substring(0, entry.length() - ".class".length())
                            .replace('/', '.'))
                    .filter(testClass -> testClass.startsWith(tests) && !testClass.endsWith("PerformanceTest"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Puts the tests' files where the library's build has them. */
    void unpackResources(Path directory) throws IOException {
        Path resources = directory.resolve("src/test/resources");
        try (JarFile jar = new JarFile(jar().toFile())) {
            for (JarEntry entry : (Iterable<JarEntry>) jar.stream()::iterator) {
                Path file = resources.resolve(entry.getName());
                if (!entry.isDirectory() && !entry.getName().endsWith(".class") && !Files.exists(file)) {
                    Files.createDirectories(file.getParent());
                    Files.copy(jar.getInputStream(entry), file);
                }
            }
        }
    }

    private Path jar() {
        Pattern file = Pattern.compile(Pattern.quote(name) + "-\\d.*(-tests?|-jre)\\.jar");
        Optional<Path> jar = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(entry -> file.matcher(entry.getFileName().toString()).matches())
                .findFirst();
        return jar.orElseThrow(() -> new IllegalStateException("no tests of " + name + " on the class path"));
    }
}
