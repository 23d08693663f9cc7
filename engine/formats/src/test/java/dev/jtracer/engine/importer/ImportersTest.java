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
import java.lang.module.Configuration;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ImportersTest {
    private static final String JACKSON = "com.fasterxml.jackson.core.JsonFactory";

    /** Takes data that begin with its name. */
    private record Named(String name, int priority) implements FormatImporter {
        @Override
        public boolean canImport(TraceData data) throws IOException {
            return data.text().startsWith(name);
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
    void nothingThatCan_isAnErrorWithTheNextStep() {
        assertThatExceptionOfType(TraceSyntaxException.class)
                .isThrownBy(() -> Importers.NONE.with(new Named("a", 5)).find(data("b")))
                .withMessageContaining("data': no trace that can be imported; convert it to one of: a");
    }

    @Test
    void allImportersOfTheEngine_areFound() {
        assertThat(Importers.load().list())
                .extracting(TraceImporter::name)
                .startsWith(
                        "HTML page with trace data",
                        "JFR recording",
                        "empty file",
                        "gzip",
                        "jtracer recording",
                        "zip",
                        "Chrome JSON")
                .endsWith("collapsed stacks");
    }

    private static Path location(String type) throws Exception {
        return Path.of(Class.forName(type)
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
    }

    /** Returns the importers that the engine in another loader finds there. */
    private static List<?> importersOf(ClassLoader loader) throws Exception {
        Class<?> type = loader.loadClass(Importers.class.getName());
        Object importers = type.getMethod("load", ClassLoader.class).invoke(null, loader);
        return (List<?>) type.getMethod("list").invoke(importers);
    }

    @Test
    void isolatedLoader_findsItsOwn() throws Exception {
        URL[] libraries = {
            location(Importers.class.getName()).toUri().toURL(),
            location(TraceSource.class.getName()).toUri().toURL(),
            location(JACKSON).toUri().toURL()
        };
        try (URLClassLoader isolated = new URLClassLoader(libraries, ClassLoader.getPlatformClassLoader())) {
            List<?> importers = importersOf(isolated);

            assertThat(importers).hasSameSizeAs(Importers.load().list());
            assertThat(importers).allMatch(importer -> importer.getClass().getClassLoader() == isolated);
        }
    }

    @Test
    void modulePath_findsTheSame() throws Exception {
        ModuleFinder modules = ModuleFinder.of(
                location(Importers.class.getName()),
                location(TraceSource.class.getName()),
                location(JACKSON),
                location("org.slf4j.Logger"));
        ModuleLayer boot = ModuleLayer.boot();
        Configuration configuration =
                boot.configuration().resolve(modules, ModuleFinder.of(), Set.of("dev.jtracer.engine.formats"));
        ClassLoader loader = boot.defineModulesWithOneLoader(configuration, ClassLoader.getPlatformClassLoader())
                .findLoader("dev.jtracer.engine.formats");

        List<?> importers = importersOf(loader);

        assertThat(importers).hasSameSizeAs(Importers.load().list());
        assertThat(importers)
                .allMatch(importer -> importer.getClass().getModule().isNamed());
    }

    @Test
    void loaderWithoutImporters_givesNone() {
        assertThat(Importers.load(ClassLoader.getPlatformClassLoader()).list()).isEmpty();
    }

    @Test
    void classPathAndModulePath_provideTheSame() throws Exception {
        Path classes = location(Importers.class.getName());
        List<String> provided;
        try (InputStream module = Files.newInputStream(classes.resolve("module-info.class"))) {
            provided =
                    ModuleDescriptor.read(module).provides().iterator().next().providers();
        }

        assertThat(Files.readAllLines(classes.resolve("META-INF/services/" + TraceImporter.class.getName())))
                .containsExactlyElementsOf(provided);
    }
}
