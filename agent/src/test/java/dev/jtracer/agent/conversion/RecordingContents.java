// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.conversion;

import dev.jtracer.agent.recording.RecordSink;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Lets the tests of other packages read a recording back. */
public final class RecordingContents {
    private RecordingContents() {}

    /** Passes all records of a recording to a sink, in the order of its trace. */
    public static void replay(Path file, RecordSink sink) throws IOException {
        try (RecordingReader reader = new RecordingReader(file)) {
            new RecordMerge(reader).readAll(sink, done -> {}, () -> false);
        }
    }

    /** Returns the lines of text of a recording. */
    public static List<RecordedText> texts(RecordingReader recording) throws IOException {
        List<RecordedText> texts = new ArrayList<>();
        PointReader points = recording.points();
        while (points.next()) {
            texts.add(points.text());
        }
        return texts;
    }
}
