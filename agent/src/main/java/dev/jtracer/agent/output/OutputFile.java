// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.output;

import dev.jtracer.agent.file.SteadyChannel;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file that this JVM alone writes: created here, never opened if it was there before.
 *
 * @param path its name, which may carry a number that was not asked for
 * @param channel open for reading and writing, empty
 */
public record OutputFile(Path path, FileChannel channel) {
    /* Creating exclusively is the reservation: of two JVMs that want one name, the file system lets one have it, and
     * the other takes the next number. It also fails on a symbolic link that somebody laid under a foreseeable name in
     * a shared directory, whether or not the link leads anywhere. What is created stays open until it is whole: who
     * may rename files in that directory could have a file that is opened again by name be any other. */

    /** More files of one name than this are somebody's mistake, not a series. */
    static final int MOST_OF_ONE_NAME = 10_000;

    /**
     * Creates the file, readable for its owner alone: {@code trace.json}, or {@code trace-1.json} if that name is
     * taken, and so on.
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

    /** Closes and deletes the file, because of a failure that is told to the user. */
    public void delete(Throwable failure) {
        try {
            channel.close();
            Files.deleteIfExists(path);
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    /** The name of a part of a recording: the file's own for 1, {@code trace.part2.json} for 2, and so on. */
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
