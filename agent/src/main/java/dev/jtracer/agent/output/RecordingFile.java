// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.output;

import dev.jtracer.engine.exporter.TraceFileName;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/**
 * The file that a recording is written to while it runs, together with the name of its trace: {@code trace.jtr} for
 * {@code trace.json}. Both are the same if the user asked for a {@code .jtr} file.
 *
 * @param path the recording's file
 * @param channel open for reading and writing, empty
 * @param trace destination of the trace; the recording's file reserves this name
 * @param number number in its name; 0 for the name without a number
 */
public record RecordingFile(Path path, FileChannel channel, Path trace, int number) {
    private static final String EXTENSION = ".jtr";

    /**
     * End of the name of a ring's next newest file. Where a JVM was killed before that file had its own name, it is
     * the newest file of a recording, and stands in the way of another ring of this name.
     */
    private static final String NEXT_OF_RING = ".0";

    /**
     * Creates the file for a trace of this name, or of the next free name: {@code trace-1.json} and so on.
     *
     * @param firstNumber number of the first name that is tried; 0 for the name without a number
     * @param flight whether a recording of JFR gets this name, too
     */
    public static RecordingFile create(Path wantedTrace, int firstNumber, boolean flight) throws IOException {
        for (int number = firstNumber; number - firstNumber < OutputFile.MOST_OF_ONE_NAME; number++) {
            Path trace = OutputFile.numbered(wantedTrace, number);
            TraceFileName name = new TraceFileName(trace);
            Path path = name.withExtension(EXTENSION);
            if (exists(path.resolveSibling(path.getFileName() + NEXT_OF_RING))
                    || flight && exists(name.withExtension(".jfr"))) {
                continue;
            }
            FileChannel channel;
            try {
                channel = SteadyFiles.INSTANCE.create(path);
            } catch (FileAlreadyExistsException taken) {
                continue;
            }
            // Checked only now: a JVM that writes this trace removes its recording after the trace exists.
            if (path.equals(trace) || !exists(trace) && !exists(name.part(2))) {
                return new RecordingFile(path, channel, trace, number);
            }
            channel.close();
            Files.delete(path);
        }
        throw new FileAlreadyExistsException(wantedTrace.toString());
    }

    private static boolean exists(Path path) {
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    }

    /** Closes and deletes the file. */
    public void delete() throws IOException {
        channel.close();
        Files.deleteIfExists(path);
    }

    /** Returns whether the recording itself is the requested file. */
    public boolean isWanted() {
        return path.equals(trace);
    }
}
