// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The way to the files of recordings. A traced JVM has its own, because its application may interrupt any thread. */
public interface FileAccess {
    /** Files that an interrupt of the thread that uses them closes. */
    FileAccess PLAIN = new FileAccess() {
        @Override
        public FileChannel create(Path path) throws IOException {
            return FileChannel.open(
                    path,
                    StandardOpenOption.CREATE_NEW,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE,
                    LinkOption.NOFOLLOW_LINKS);
        }

        @Override
        public FileChannel read(Path path) throws IOException {
            return FileChannel.open(path, StandardOpenOption.READ);
        }
    };

    /** Creates a file that must not exist yet and opens it for reading and writing. */
    FileChannel create(Path path) throws IOException;

    /** Opens an existing file for reading. */
    FileChannel read(Path path) throws IOException;

    /** Renames a file to a name that does not exist yet. */
    default void move(Path from, Path to) throws IOException {
        Files.move(from, to);
    }

    /** Deletes a file if it still exists. */
    default void delete(Path path) throws IOException {
        Files.deleteIfExists(path);
    }
}
