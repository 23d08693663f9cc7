// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import dev.jtracer.engine.event.EventConsumer;
import dev.jtracer.engine.event.TraceEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A survey of files for their {@link TraceFacts}. A trace of a recording is read up to its identification, unless its
 * clock syncs are needed; any other trace is read to its end.
 */
final class FactsSurvey {
    private FactsSurvey() {}

    /** Returns the facts of the traces in a file, in the order of a walk. */
    static List<TraceFacts> of(Path file, ImportOptions options, boolean wantsMarkers) throws IOException {
        List<TraceFacts> found = new ArrayList<>();
        // Failures are not kept: the walk that reads the events gets the same ones and reports them.
        new TraceWalk(options).walk(TraceData.of(file), (data, format) -> {
            TraceFacts facts = new TraceFacts(data.name());
            found.add(facts);
            read(data, format, facts, wantsMarkers);
        });
        return found;
    }

    private static void read(TraceData data, FormatImporter format, TraceFacts facts, boolean wantsMarkers)
            throws IOException {
        facts.take(format.open(data).read(new EventConsumer() {
            @Override
            public void accept(TraceEvent event) {
                facts.take(event);
            }

            @Override
            public boolean isDone() {
                return !wantsMarkers && facts.recording() != null;
            }
        }));
    }
}
