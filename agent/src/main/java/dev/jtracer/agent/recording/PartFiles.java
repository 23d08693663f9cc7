// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.recording;

import dev.jtracer.agent.file.SteadyChannel;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/** The operations on a directory that a {@link RingOfFiles} needs. */
interface PartFiles {
    /** The file system. */
    PartFiles ON_DISK = new PartFiles() {
        @Override
        public FileChannel create(Path path) throws IOException {
            return SteadyChannel.create(path);
        }

        @Override
        public void move(Path from, Path to) throws IOException {
            Files.move(from, to);
        }

        @Override
        public void delete(Path path) throws IOException {
            Files.deleteIfExists(path);
        }
    };

    /** Creates a file that must not exist yet and opens it for reading and writing. */
    FileChannel create(Path path) throws IOException;

    /** Renames a file to a name that does not exist yet. */
    void move(Path from, Path to) throws IOException;

    /** Deletes a file if it still exists. */
    void delete(Path path) throws IOException;
}
