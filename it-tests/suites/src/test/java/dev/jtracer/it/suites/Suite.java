// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.suites;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
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
 * @param name the library's artifact
 * @param include the library's own package, which is traced
 * @param tests the folders of its tests
 */
record Suite(String name, String include, String tests) {
    private static final List<Suite> ALL = List.of(new Suite("commons-csv", "org.apache.commons.csv", ""));

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

    /** Returns the names of the classes that a build of the library would run, in the order of names. */
    List<String> classes() {
        try (JarFile jar = new JarFile(jar().toFile())) {
            return jar.stream()
                    .map(JarEntry::getName)
                    .filter(entry ->
                            entry.startsWith(tests) && TEST_CLASS.matcher(entry).matches())
                    .map(entry -> entry.substring(0, entry.length() - ".class".length())
                            .replace('/', '.'))
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
        Pattern file = Pattern.compile(Pattern.quote(name) + "-\\d.*-tests?\\.jar");
        Optional<Path> jar = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(entry -> file.matcher(entry.getFileName().toString()).matches())
                .findFirst();
        return jar.orElseThrow(() -> new IllegalStateException("no tests of " + name + " on the class path"));
    }
}
