// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.config;

import java.io.IOException;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/** The tracer's version, from its jar's manifest. */
public final class TracerVersion {
    private TracerVersion() {}

    public static String of(Path jar) throws IOException {
        // Package.getImplementationVersion() is null: the agent's loader sees a folder of the jar without a manifest.
        try (JarFile file = new JarFile(jar.toFile(), false)) {
            Manifest manifest = file.getManifest();
            String version = manifest == null
                    ? null
                    : manifest.getMainAttributes().getValue(Attributes.Name.IMPLEMENTATION_VERSION);
            return version == null ? "of unknown version" : version;
        }
    }
}
