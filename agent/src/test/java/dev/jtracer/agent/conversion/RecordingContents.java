// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.conversion;

import dev.jtracer.agent.recording.RecordSink;
import java.io.IOException;
import java.nio.file.Path;

/** Lets the tests of other packages read a recording back. */
public final class RecordingContents {
    private RecordingContents() {}

    /** Passes all records of a recording to a sink, in the order of its trace. */
    public static void replay(Path file, RecordSink sink) throws IOException {
        try (RecordingReader reader = new RecordingReader(file)) {
            new RecordMerge(reader).readAll(sink, done -> {}, () -> false);
        }
    }
}
