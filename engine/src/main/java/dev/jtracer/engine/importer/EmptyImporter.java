// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.event.TrackTable;
import java.io.IOException;
import java.util.function.Consumer;

/** An importer of empty files and of files with white space only, as a trace without events, as in catapult. */
public final class EmptyImporter implements FormatImporter {
    /** For {@link java.util.ServiceLoader}. */
    public EmptyImporter() {}

    @Override
    public String name() {
        return "empty file";
    }

    @Override
    public int priority() {
        return 0;
    }

    @Override
    public boolean canImport(FormatProbe probe) throws IOException {
        return probe.head().length < FormatProbe.HEAD_BYTES && probe.text().isEmpty();
    }

    @Override
    public TraceSource open(TraceData data) throws IOException {
        data.close();
        return new NoEvents();
    }

    private static final class NoEvents implements TraceSource {
        private final StringTable names = new StringTable();
        private final StringTable symbols = new StringTable();
        private final TrackTable tracks = new TrackTable();

        @Override
        public StringTable names() {
            return names;
        }

        @Override
        public StringTable symbols() {
            return symbols;
        }

        @Override
        public TrackTable tracks() {
            return tracks;
        }

        @Override
        public ImportReport read(Consumer<? super TraceEvent> consumer) {
            return ImportReport.NONE;
        }
    }
}
