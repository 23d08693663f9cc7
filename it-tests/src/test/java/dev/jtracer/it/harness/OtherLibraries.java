// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Jars that a test needs as files, which the build copies to {@code target/other-libraries}. */
public final class OtherLibraries {
    private OtherLibraries() {}

    /** Returns the jar whose name begins with this. */
    public static Path jar(String name) throws IOException {
        try (Stream<Path> files = Files.list(Path.of("target", "other-libraries"))) {
            return files.filter(file -> file.getFileName().toString().startsWith(name))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no '" + name + "' in target/other-libraries"))
                    .toAbsolutePath();
        }
    }
}
