// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.output;

import dev.jtracer.agent.file.SteadyChannel;
import java.io.IOException;
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
    /* Exclusive creation reserves the name: if two JVMs want the same one, the file system gives it to one of them, and
     * the other uses the next number. Creation also fails on a symbolic link that was planted under a predictable name
     * in a shared directory, even if the link is dangling. The file stays open until it is complete: if it were
     * reopened by name, a user who may rename files in that directory could substitute another file. */

    /** Limit of files of one name; more are a mistake, not a series. */
    static final int MOST_OF_ONE_NAME = 10_000;

    /**
     * Creates the file, readable by its owner only: {@code trace.json}, or {@code trace-1.json} if that name is taken,
     * and so on.
     */
    public static OutputFile create(Path wanted) throws IOException {
        for (int number = 0; number < MOST_OF_ONE_NAME; number++) {
            Path path = numbered(wanted, number);
            try {
                return new OutputFile(path, SteadyChannel.create(path));
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

    /** Returns the name of a part of a recording: the file's own for 1, {@code trace.part2.json} for 2, and so on. */
    public static Path part(Path file, int part) {
        return part == 1 ? file : beforeExtension(file, ".part" + part);
    }

    static Path numbered(Path file, int number) {
        return number == 0 ? file : beforeExtension(file, "-" + number);
    }

    public static Path withExtension(Path file, String extension) {
        String name = file.getFileName().toString();
        return file.resolveSibling(name.substring(0, extensionStart(name)) + extension);
    }

    private static Path beforeExtension(Path file, String insertion) {
        String name = file.getFileName().toString();
        int end = extensionStart(name);
        return file.resolveSibling(name.substring(0, end) + insertion + name.substring(end));
    }

    private static int extensionStart(String name) {
        int start = name.endsWith(".json.gz") ? name.length() - ".json.gz".length() : name.lastIndexOf('.');
        return start <= 0 ? name.length() : start;
    }
}
