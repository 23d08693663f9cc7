// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.harness;

import java.nio.file.Path;

/** The product: {@code jtracer.it.jar}, by default where the build of the agent puts it. */
public final class TracerJar {
    private static final Path PATH = Path.of(System.getProperty("jtracer.it.jar", "../agent/target/tracer.jar"))
            .toAbsolutePath()
            .normalize();

    private TracerJar() {}

    /** Returns the absolute path of the jar. */
    public static Path path() {
        return PATH;
    }
}
