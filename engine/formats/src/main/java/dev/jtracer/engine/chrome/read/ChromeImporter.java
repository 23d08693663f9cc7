// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome.read;

import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.importer.FormatImporter;
import dev.jtracer.engine.importer.TraceData;
import dev.jtracer.engine.prefetch.Decoding;
import java.io.IOException;

/** Importer of traces in Chrome's JSON format, in list and object form, by any writer. */
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

    /**
     * Returns, as in catapult, true for any text that begins as an object, or as a list of objects, which may be
     * empty or cut. The reader has the best messages for other text.
     */
    @Override
    public boolean canImport(TraceData data) throws IOException {
        String text = data.text();
        if (!text.startsWith("[")) {
            return text.startsWith("{");
        }
        String first = text.substring(1).stripLeading();
        return first.isEmpty() || first.startsWith("{") || first.startsWith("]") || first.startsWith(",");
    }

    @Override
    public TraceSource open(TraceData data) throws IOException {
        boolean prefetch = data.decoding() == Decoding.PREFETCH;
        return new ChromeTraceReader(data.name(), data.stream(), data.limits(), true, prefetch);
    }
}
