// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import dev.jtracer.engine.event.TraceEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A survey of files for their {@link TraceFacts}. A trace of a recording is read up to its identification, unless its clock
 * syncs are needed; any other trace is read to its end.
 */
final class FactsSurvey {
    private FactsSurvey() {}

    /** Returns the facts of the traces in a file, in the order of a walk. */
    static List<TraceFacts> of(Path file, ImportOptions options, boolean wantsMarkers) throws IOException {
        List<TraceFacts> found = new ArrayList<>();
        new TraceWalk(options).walk(TraceData.of(file), new TraceWalk.Visitor() {
            @Override
            public void trace(TraceData data, FormatImporter format) throws IOException {
                TraceFacts facts = new TraceFacts(data.name());
                found.add(facts);
                read(data, format, facts, wantsMarkers);
            }

            @Override
            public void failed(String name, IOException failure) {
                // The walk that reads the events gets the same failure and reports it.
            }

            @Override
            public void cutOff() {
                // As above.
            }

            @Override
            public void damaged(String name, String damage) {
                // As above.
            }
        });
        return found;
    }

    private static void read(TraceData data, FormatImporter format, TraceFacts facts, boolean wantsMarkers)
            throws IOException {
        Consumer<TraceEvent> reader = event -> {
            facts.take(event);
            if (!wantsMarkers && facts.recording() != null) {
                throw new EnoughRead();
            }
        };
        try {
            facts.take(format.open(data).read(reader));
        } catch (EnoughRead enough) {
            // All facts are known. Sources close what they have opened, however reading ends.
        }
    }

    /** Ends the reading of a source, which has no other way to stop. */
    private static final class EnoughRead extends RuntimeException {
        private static final long serialVersionUID = 1L;

        EnoughRead() {
            super(null, null, false, false);
        }
    }
}
