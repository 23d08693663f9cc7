// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import dev.jtracer.engine.event.EventConsumer;
import dev.jtracer.engine.event.ImportLimits;
import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.event.TraceSource;
import java.io.IOException;

/** An importer of empty files and of files with white space only, as a trace without events, as in catapult. */
public final class EmptyImporter implements FormatImporter {
    /** For {@link java.util.ServiceLoader}. */
    public EmptyImporter() {}

    @Override
    public String name() {
        return "empty file";
    }

    @Override
    public boolean canImport(TraceData data) throws IOException {
        return data.head().length < TraceData.HEAD_BYTES && data.text().isEmpty();
    }

    @Override
    public TraceSource open(TraceData data) throws IOException {
        data.close();
        return new BuiltSource<>(new EventBuilder(ImportLimits.DEFAULT)) {
            @Override
            public ImportReport read(EventConsumer consumer) {
                return ImportReport.NONE;
            }
        };
    }
}
