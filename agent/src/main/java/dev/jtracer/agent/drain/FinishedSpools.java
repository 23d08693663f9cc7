// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.drain;

import dev.jtracer.engine.jtr.SpoolLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Spools of JVMs that ended in order on a system that deletes no mapped file (Windows). They hold nothing that is not
 * in a recording, unlike those of killed JVMs.
 */
public final class FinishedSpools {
    /* The mark is a signature of 0, which no other spool has: the signature is written first. */
    private static final String NAMES = "jtracer-*.spool";

    private FinishedSpools() {}

    static void mark(FileChannel spool) throws IOException {
        ByteBuffer zero = ByteBuffer.allocate(Long.BYTES);
        while (zero.hasRemaining()) {
            spool.write(zero, zero.position());
        }
    }

    /** Deletes the finished spools in a directory. One that cannot be deleted is left to a later call. */
    public static void delete(Path directory) {
        try (DirectoryStream<Path> spools = Files.newDirectoryStream(directory, NAMES)) {
            for (Path spool : spools) {
                deleteIfFinished(spool);
            }
        } catch (IOException | DirectoryIteratorException unreadable) {
            // The creation of the new spool reports what is wrong with the directory.
        }
    }

    private static void deleteIfFinished(Path spool) {
        try {
            if (isFinished(spool)) {
                Files.deleteIfExists(spool);
            }
        } catch (IOException stillMapped) {
            // the next start tries again
        }
    }

    private static boolean isFinished(Path spool) throws IOException {
        try (FileChannel file = FileChannel.open(spool, StandardOpenOption.READ)) {
            ByteBuffer signature = ByteBuffer.allocate(Long.BYTES);
            return file.size() >= SpoolLayout.SPOOL_HEADER_BYTES
                    && file.read(signature, 0) == Long.BYTES
                    && signature.getLong(0) == 0;
        }
    }
}
