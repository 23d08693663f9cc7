// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.output;

import dev.jtracer.engine.exporter.TraceFileName;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file that only this JVM writes: it is created here, and an existing file is never opened.
 *
 * @param path its name, possibly with an added number
 * @param channel open for reading and writing, empty
 */
public record OutputFile(Path path, FileChannel channel) {
    /* Exclusive creation reserves the name: if two JVMs want the same one, the file system gives it to one of them,
     * and the other uses the next number. Creation also fails on a symbolic link that was planted under a predictable
     * name in a shared directory, even if the link is dangling. The file stays open until it is complete: if it were
     * reopened by name, a user who may rename files in that directory could substitute another file. */

    /** Limit of files of one name; more are a mistake, not a series. */
    static final int MOST_OF_ONE_NAME = 10_000;

    /** Creates the file, readable by its owner only: {@code a.json}, or the next of {@code a-1.json} that is free. */
    public static OutputFile create(Path wanted) throws IOException {
        for (int number = 0; number < MOST_OF_ONE_NAME; number++) {
            Path path = numbered(wanted, number);
            try {
                return new OutputFile(path, SteadyFiles.INSTANCE.create(path));
            } catch (FileAlreadyExistsException taken) {
                // the next number
            }
        }
        throw new FileAlreadyExistsException(wanted.toString());
    }

    /** Closes and deletes the file because of a failure that is reported to the user. */
    public void delete(Throwable failure) {
        try {
            channel.close();
            Files.deleteIfExists(path);
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    /** Creates a file with exactly this name, readable by its owner only, and opens it for writing. */
    public static OutputStream stream(Path path) throws IOException {
        return Channels.newOutputStream(SteadyFiles.INSTANCE.create(path));
    }

    static Path numbered(Path file, int number) {
        return number == 0 ? file : new TraceFileName(file).with("-" + number);
    }
}
