// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.callback;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CodeSourcesTest {
    private static final String FILE = "com/acme/Some.class";

    private final CodeSources sources = new CodeSources(false);

    @TempDir
    @SuppressWarnings("NullAway.Init") // by JUnit
    Path directory;

    /** A protocol handler whose methods all fail: it may be the application's code. */
    @SuppressWarnings("deprecation") // since 20; a URI has no handler
    private static URL url(String protocol, String path) throws IOException {
        return new URL(protocol, "", -1, path, new URLStreamHandler() {
            @Override
            protected URLConnection openConnection(URL url) {
                throw new AssertionError("opened");
            }

            @Override
            protected int hashCode(URL url) {
                throw new AssertionError("hashed");
            }

            @Override
            protected boolean equals(URL one, URL other) {
                throw new AssertionError("compared");
            }

            @Override
            protected String toExternalForm(URL url) {
                throw new AssertionError("written");
            }
        });
    }

    private Path jar(String folder) throws IOException {
        Path jar = directory.resolve("an app.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new JarEntry(folder + FILE));
            out.write(1);
        }
        return jar;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void jarAndDirectory_areRead(boolean open) throws IOException {
        CodeSources sources = new CodeSources(open);
        Path classes = Files.createDirectories(directory.resolve("classes/com/acme"));
        Files.write(classes.resolve("Other.class"), new byte[] {2});

        assertThat(sources.add(url("file", jar("").toUri().getRawPath()))).isTrue();
        assertThat(sources.add(url("file", directory.resolve("classes") + "/"))).isTrue();

        assertThat(sources.read(FILE)).containsExactly(1);
        assertThat(sources.read("com/acme/Other.class")).containsExactly(2);
        assertThat(sources.read("com/acme/Missing.class")).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"file:%s!/BOOT-INF/classes!/", "nested:%s/!BOOT-INF/classes/!/"})
    void folderInAJar_isRead(String location) throws IOException {
        Path jar = jar("BOOT-INF/classes/");

        assertThat(sources.add(url("jar", location.formatted(jar)))).isTrue();

        assertThat(sources.read(FILE)).containsExactly(1);
    }

    @Test
    void sourceThatCannotBeRead_isSkipped() throws IOException {
        assertThat(sources.add(url("jar", "file:/app.jar!/BOOT-INF/lib/some.jar!/")))
                .isFalse();
        assertThat(sources.add(url("http", "/some.jar"))).isFalse();
        assertThat(sources.read(FILE)).isNull();
    }

    @Test
    void location_countsOnce() throws IOException {
        String path = jar("").toUri().getRawPath();

        assertThat(sources.add(url("file", path))).isTrue();
        assertThat(sources.add(url("file", path))).isFalse();
    }
}
