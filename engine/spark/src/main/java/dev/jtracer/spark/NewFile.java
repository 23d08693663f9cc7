// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.spark;

import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.Path;

/** A result in a file that did not exist. */
final class NewFile {
    private NewFile() {}

    /**
     * Writes a file.
     *
     * @throws IOException if it exists, or cannot be written
     */
    static void write(String name, byte[] bytes, Configuration configuration) throws IOException {
        Path path = new Path(name);
        try (OutputStream out = path.getFileSystem(configuration).create(path, false)) {
            out.write(bytes);
        } catch (FileAlreadyExistsException e) {
            throw new IOException("'" + name + "' exists already; name another file or delete it", e);
        }
    }
}
