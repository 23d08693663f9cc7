// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.output;

import dev.jtracer.agent.file.SteadyChannel;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/**
 * The file that a recording goes into while it runs, and with it the name of the trace that is made of it: {@code
 * trace.jtr} for {@code trace.json}. Where the user asked for a {@code .jtr} file both are the same.
 *
 * @param path the recording's file
 * @param channel open for reading and writing, empty
 * @param trace where the trace is to go; nobody else takes that name while the recording's file is there
 */
public record RecordingFile(Path path, FileChannel channel, Path trace) {
    public static final String EXTENSION = ".jtr";

    /** Creates the file for a trace of this name, or of the next free one: {@code trace-1.json} and so on. */
    public static RecordingFile create(Path wantedTrace) throws IOException {
        for (int number = 0; number < OutputFile.MOST_OF_ONE_NAME; number++) {
            Path trace = OutputFile.numbered(wantedTrace, number);
            Path path = OutputFile.withExtension(trace, EXTENSION);
            FileChannel channel;
            try {
                channel = SteadyChannel.create(path);
            } catch (FileAlreadyExistsException taken) {
                continue;
            }
            // Looked at only now: a JVM that writes this trace has removed its recording after the trace was there.
            if (path.equals(trace) || !Files.exists(trace, LinkOption.NOFOLLOW_LINKS)) {
                return new RecordingFile(path, channel, trace);
            }
            channel.close();
            Files.delete(path);
        }
        throw new FileAlreadyExistsException(wantedTrace.toString());
    }

    /** Whether the recording itself is what the user asked for. */
    public boolean isWanted() {
        return path.equals(trace);
    }
}
