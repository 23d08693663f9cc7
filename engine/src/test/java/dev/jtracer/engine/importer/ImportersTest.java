// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import static dev.jtracer.engine.importer.TestFiles.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.event.TraceSyntaxException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ImportersTest {
    /** Takes data that begin with its name. */
    private record Named(String name, int priority) implements FormatImporter {
        @Override
        public boolean canImport(Probe probe) throws IOException {
            return probe.text().startsWith(name);
        }

        @Override
        public TraceSource open(TraceData data) throws IOException {
            return new EmptyImporter().open(data);
        }
    }

    private static TraceData data(String text) {
        return TraceData.of("data", new ByteArrayInputStream(bytes(text)));
    }

    @Test
    void lowestPriority_isAskedFirst() throws IOException {
        Importers importers = Importers.NONE.with(new Named("a", 5)).with(new Named("ab", 3));

        assertThat(importers.find(data("abc")).name()).isEqualTo("ab");
        assertThat(importers.find(data("acc")).name()).isEqualTo("a");
    }

    @Test
    void equalPriorities_areAskedInOrderOfName() {
        assertThat(Importers.NONE
                        .with(new Named("b", 1))
                        .with(new Named("a", 1))
                        .list())
                .extracting(TraceImporter::name)
                .containsExactly("a", "b");
    }

    @Test
    void duplicate_isRefused() {
        Importers importers = Importers.NONE.with(new Named("a", 5));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> importers.with(new Named("a", 3)))
                .withMessageContaining("'a' is registered already");
    }

    @Test
    void unknown_cannotBeRemoved() {
        Importers importers = Importers.NONE.with(new Named("a", 5));

        assertThat(importers.without("a").list()).isEmpty();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> importers.without("b"))
                .withMessageContaining("no importer 'b'")
                .withMessageContaining("a");
    }

    @Test
    void nothingThatCan_isAnErrorWithTheNextStep() {
        assertThatExceptionOfType(TraceSyntaxException.class)
                .isThrownBy(() -> Importers.NONE.with(new Named("a", 5)).find(data("b")))
                .withMessageContaining("data: no trace that can be imported, looked for a; convert it");
    }

    @Test
    void allImportersOfTheEngine_areFound() {
        assertThat(Importers.load().list())
                .extracting(TraceImporter::name)
                .startsWith("HTML page with trace data", "JFR recording", "empty file", "gzip", "zip", "Chrome JSON")
                .endsWith("collapsed stacks");
    }

    @Test
    void isolatedLoader_findsItsOwn() throws Exception {
        URL classes = Importers.class.getProtectionDomain().getCodeSource().getLocation();
        List<URL> libraries = List.of(
                classes,
                com.fasterxml.jackson.core.JsonFactory.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation());
        try (URLClassLoader isolated =
                new URLClassLoader(libraries.toArray(new URL[0]), ClassLoader.getPlatformClassLoader())) {
            Class<?> type = isolated.loadClass(Importers.class.getName());
            Object importers = type.getMethod("load", ClassLoader.class).invoke(null, isolated);
            List<?> list = (List<?>) type.getMethod("list").invoke(importers);

            assertThat(list).hasSameSizeAs(Importers.load().list());
            assertThat(list).allMatch(importer -> importer.getClass().getClassLoader() == isolated);
        }
    }

    @Test
    void loaderWithoutImporters_givesNone() {
        assertThat(Importers.load(ClassLoader.getPlatformClassLoader()).list()).isEmpty();
    }

    @Test
    void classPathAndModulePath_provideTheSame() throws Exception {
        Path classes = Path.of(Importers.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        List<String> provided;
        try (InputStream module = Files.newInputStream(classes.resolve("module-info.class"))) {
            provided =
                    ModuleDescriptor.read(module).provides().iterator().next().providers();
        }

        assertThat(Files.readAllLines(classes.resolve("META-INF/services/" + TraceImporter.class.getName())))
                .containsExactlyElementsOf(provided);
    }
}
