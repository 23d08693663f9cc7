// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome;

import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.importer.FormatImporter;
import dev.jtracer.engine.importer.Probe;
import dev.jtracer.engine.importer.TraceData;
import java.io.IOException;

/** Traces in Chrome's JSON format, in list and object form, whoever wrote them. */
public final class ChromeImporter implements FormatImporter {
    /** For {@link java.util.ServiceLoader}. */
    public ChromeImporter() {}

    @Override
    public String name() {
        return "Chrome JSON";
    }

    @Override
    public int priority() {
        return 1;
    }

    /** As in catapult: any text that begins as a list or an object. The reader says best what is wrong with others. */
    @Override
    public boolean canImport(Probe probe) throws IOException {
        String text = probe.text();
        return text.startsWith("[") || text.startsWith("{");
    }

    @Override
    public TraceSource open(TraceData data) throws IOException {
        return new ChromeTraceReader(data.name(), data.stream());
    }
}
