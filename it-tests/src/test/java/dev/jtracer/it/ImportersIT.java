// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.it.harness.TracerJar;
import java.io.File;
import java.lang.reflect.Constructor;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The importers within the one jar, as found by the loader of the agent and the command line. */
class ImportersIT {
    @Test
    void isolatedSection_hasAllImporters() throws Exception {
        URL jar = TracerJar.path().toUri().toURL();
        try (URLClassLoader root = new URLClassLoader(new URL[] {jar}, ClassLoader.getPlatformClassLoader())) {
            Constructor<?> ofSection =
                    root.loadClass("dev.jtracer.AgentLoader").getDeclaredConstructor(File.class, ClassLoader.class);
            ofSection.setAccessible(true);
            ClassLoader loader = (ClassLoader)
                    ofSection.newInstance(TracerJar.path().toFile(), ClassLoader.getPlatformClassLoader());
            Class<?> type = loader.loadClass("dev.jtracer.engine.importer.Importers");
            Object importers = type.getMethod("load", ClassLoader.class).invoke(null, loader);
            List<String> names = new ArrayList<>();
            for (Object importer : (List<?>) type.getMethod("list").invoke(importers)) {
                names.add(importer.getClass().getSimpleName());
            }

            assertThat(names)
                    .containsExactlyInAnyOrder(
                            "ChromeImporter",
                            "CollapsedImporter",
                            "EmptyImporter",
                            "GzipImporter",
                            "HtmlImporter",
                            "JfrImporter",
                            "RecordingImporter",
                            "ZipImporter");
        }
    }
}
