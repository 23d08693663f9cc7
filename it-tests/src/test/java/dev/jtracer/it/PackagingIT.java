// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.it.harness.TracerJar;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The three sections of the one jar, one for each class loader. */
class PackagingIT {
    /** The class files take 1.8 MB, and those that a start defines at once 1.5 MB, which are not compressed. */
    private static final long LIMIT_BYTES = 3_500_000;

    private static final String LICENSES = "META-INF/licenses/";

    /*
     * The longest prefix decides: Byte Buddy is present only as its copy of ASM. The parts by others that
     * jackson-core contains are not in the jar, and neither are their licences.
     */
    private static final NavigableMap<String, String> LICENSE_BY_PREFIX = new TreeMap<>(Map.of(
            "dev/jtracer/", "jtracer/LICENSE",
            "inst/dev/jtracer/", "jtracer/LICENSE",
            "inst/net/bytebuddy/jar/asm/", "byte-buddy/ASM",
            "inst/net/bytebuddy/agent/", "byte-buddy/LICENSE",
            "inst/com/fasterxml/jackson/core/", "jtracer/LICENSE",
            "inst/org/slf4j/", "slf4j-api/LICENSE.txt"));

    @Test
    void root_holdsWhatTheSystemAndBootstrapLoadersMaySee() throws IOException {
        assertThat(classes().stream().filter(name -> !name.startsWith("inst/")))
                .isNotEmpty()
                .allMatch(name -> name.matches(
                        "dev/jtracer/(bootstrap/(context/|lambda/|names/|sample/|task/|value/)?)?[^/]+\\.class"));
    }

    @Test
    void inst_holdsTheAgentAndItsLibraries() throws IOException {
        assertThat(classes().stream().filter(name -> name.startsWith("inst/")))
                .isNotEmpty()
                .allMatch(name -> name.matches(
                        "inst/(dev/jtracer/(agent|engine)|net/bytebuddy|com/fasterxml/jackson/core|org/slf4j)/.*"))
                .contains("inst/dev/jtracer/agent/AgentStarter.class");
    }

    @Test
    void noClass_isThereTwice() throws IOException {
        assertThat(classes().stream().map(name -> name.replaceFirst("^inst/", "")))
                .doesNotHaveDuplicates();
    }

    /**
     * The JDK's bootstrap of records keeps the class of one of them for good, and with it the agent after a detach.
     */
    @Test
    void records_compareWithoutTheJdk() throws Exception {
        Map<String, byte[]> files = classFiles();
        assertThat(files.keySet()).isNotEmpty().noneMatch(name -> new String(
                        files.get(name), StandardCharsets.ISO_8859_1)
                .contains("java/lang/runtime/ObjectMethods"));

        ClassLoader packed = new ClassLoader(ClassLoader.getPlatformClassLoader()) {
            @Override
            protected Class<?> findClass(String name) throws ClassNotFoundException {
                byte[] file = files.get("inst/" + name.replace('.', '/') + ".class");
                if (file == null) {
                    throw new ClassNotFoundException(name);
                }
                return defineClass(name, file, 0, file.length);
            }
        };
        Class<?> type = packed.loadClass("dev.jtracer.engine.timeline.svg.RowLayout");
        Constructor<?> constructor = type.getDeclaredConstructors()[0];
        constructor.setAccessible(true);
        Object row = constructor.newInstance(null, 1.5, 2.5, "note");
        assertThat(row)
                .isEqualTo(constructor.newInstance(null, 1.5, 2.5, new String("note")))
                .isNotEqualTo(constructor.newInstance(null, 1.5, 2.25, "note"))
                .isNotEqualTo(constructor.newInstance(null, 1.5, 2.5, null))
                .isNotEqualTo("note")
                .hasSameHashCodeAs(new RowLayout(null, 1.5, 2.5, "note"))
                .hasToString(new RowLayout(null, 1.5, 2.5, "note").toString());
    }

    private record RowLayout(@Nullable Object row, double top, double bottom, String note) {}

    /** A JDK since 18 makes seven classes for the call of any other method. */
    @Test
    void premain_isCalledByNativeCode() throws Exception {
        URL jar = TracerJar.path().toUri().toURL();
        try (URLClassLoader root = new URLClassLoader(new URL[] {jar}, ClassLoader.getPlatformClassLoader())) {
            Method premain = root.loadClass("dev.jtracer.AgentMain")
                    .getMethod("premain", String.class, Class.forName("java.lang.instrument.Instrumentation"));

            assertThat(premain.isVarArgs()).isTrue();
        }
    }

    @Test
    void manifest_namesTheEntryPoints() throws IOException {
        try (JarFile jar = new JarFile(TracerJar.path().toFile())) {
            Attributes manifest = jar.getManifest().getMainAttributes();

            for (String entry : List.of("Premain-Class", "Agent-Class", "Main-Class")) {
                assertThat(manifest.getValue(entry)).as(entry).isEqualTo("dev.jtracer.AgentMain");
            }
            // It would start the agent in the command line's own JVM.
            assertThat(manifest.getValue("Launcher-Agent-Class")).isNull();
            assertThat(manifest.getValue("Can-Retransform-Classes")).isEqualTo("true");
            assertThat(manifest.getValue("Implementation-Version")).isNotBlank();
        }
    }

    @Test
    void everyClass_hasTheLicenceOfItsAuthors() throws IOException {
        Set<String> needed = new TreeSet<>();
        for (String name : classes()) {
            String prefix = LICENSE_BY_PREFIX.descendingMap().keySet().stream()
                    .filter(name::startsWith)
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("whose is '" + name + "'?"));
            needed.add(LICENSE_BY_PREFIX.get(prefix));
        }

        assertThat(needed).containsExactlyInAnyOrderElementsOf(new TreeSet<>(LICENSE_BY_PREFIX.values()));
        assertThat(needed).allSatisfy(license -> assertThat(text(LICENSES + license))
                .as(license)
                .containsPattern("Apache License|Permission is hereby granted|Redistribution and use"));
        assertThat(text(LICENSES + "byte-buddy/ASM")).contains("INRIA");
        assertThat(text(LICENSES + "byte-buddy/LICENSE")).contains("Apache License");
        assertThat(text(LICENSES + "byte-buddy/NOTICE")).contains("Rafael Winterhalter");
        assertThat(text(LICENSES + "jackson-core/NOTICE")).contains("Tatu Saloranta");
    }

    /* With -javaagent: the jar is on the class path of the application. */
    @ParameterizedTest
    @ValueSource(strings = {"META-INF/LICENSE", "META-INF/LICENSE.txt", "META-INF/NOTICE", "LICENSE"})
    void resourceNameThatApplicationsUse_isNotTaken(String name) throws IOException {
        try (JarFile jar = new JarFile(TracerJar.path().toFile())) {
            assertThat(jar.getEntry(name)).isNull();
        }
    }

    @Test
    void apiJar_holdsNothingElse() throws IOException {
        try (JarFile jar =
                new JarFile(Path.of("../agent/api/target/tracer-api.jar").toFile())) {
            assertThat(jar.stream().map(ZipEntry::getName).filter(name -> name.endsWith(".class")))
                    .containsExactlyInAnyOrder(
                            "dev/jtracer/Tracer.class",
                            "dev/jtracer/Tracer$Measurement.class",
                            "dev/jtracer/Tracer$StatementCount.class");
            assertThat(jar.getEntry(LICENSES + "jtracer/LICENSE")).isNotNull();
        }
    }

    @Test
    void size_staysSmall() throws IOException {
        assertThat(Files.size(TracerJar.path())).isLessThanOrEqualTo(LIMIT_BYTES);
    }

    private static String text(String entry) throws IOException {
        try (JarFile jar = new JarFile(TracerJar.path().toFile())) {
            ZipEntry file = jar.getEntry(entry);
            assertThat(file).as(entry).isNotNull();
            return new String(jar.getInputStream(file).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static Set<String> classes() throws IOException {
        return classFiles().keySet();
    }

    private static Map<String, byte[]> classFiles() throws IOException {
        try (JarFile jar = new JarFile(TracerJar.path().toFile())) {
            Map<String, byte[]> files = new TreeMap<>();
            for (ZipEntry entry : Collections.list(jar.entries())) {
                String name = entry.getName();
                if (name.endsWith(".class")) {
                    put(files, name, jar.getInputStream(entry).readAllBytes());
                } else if (name.endsWith("/classes.pack")) { // the others hold copies
                    unpack(jar.getInputStream(entry), files);
                }
            }
            return files;
        }
    }

    private static void unpack(InputStream pack, Map<String, byte[]> files) throws IOException {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(pack.readAllBytes()))) {
            while (in.available() > 0) {
                put(files, "inst/" + in.readUTF() + ".class", in.readNBytes(in.readInt()));
            }
        }
    }

    private static void put(Map<String, byte[]> files, String name, byte[] file) {
        assertThat(files.put(name, file)).as("the first %s", name).isNull();
    }
}
