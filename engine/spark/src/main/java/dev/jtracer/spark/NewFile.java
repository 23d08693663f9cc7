// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.spark;

import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/** A result in a file or directory that did not exist. */
final class NewFile {
    private NewFile() {}

    /** Checks, before the work that fills it, that a file or directory does not exist; null if it is not wanted. */
    static void require(@Nullable String name, Configuration configuration) throws IOException {
        if (name == null) {
            return;
        }
        Path path = new Path(name);
        if (path.getFileSystem(configuration).exists(path)) {
            throw exists(name);
        }
    }

    /** Writes a file; fails if it exists, or cannot be written. */
    static void write(String name, byte[] bytes, Configuration configuration) throws IOException {
        Path path = new Path(name);
        try (OutputStream out = path.getFileSystem(configuration).create(path, false)) {
            out.write(bytes);
        } catch (FileAlreadyExistsException e) {
            throw exists(name);
        }
    }

    private static IOException exists(String name) {
        return new IOException("'" + name + "' exists already; name another or delete it");
    }
}
