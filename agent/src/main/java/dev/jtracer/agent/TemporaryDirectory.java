// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** The directory for temporary files that the application's system properties name when it is needed. */
final class TemporaryDirectory {
    private static final String PROPERTY = "java.io.tmpdir";

    private TemporaryDirectory() {}

    /**
     * Returns the directory, absolute and without symbolic links.
     *
     * @throws IOException if the application has removed the property, or has set it to no directory that exists
     */
    static Path find() throws IOException {
        String name = System.getProperty(PROPERTY, "");
        if (name.isEmpty()) {
            throw new IOException("the property is not set; set it to a directory");
        }
        try {
            return Path.of(name).toRealPath();
        } catch (InvalidPathException noPath) {
            throw new IOException("its value is not a path; set it to a directory", noPath);
        }
    }
}
