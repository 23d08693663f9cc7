// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jfr;

import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.event.TraceSyntaxException;
import dev.jtracer.engine.importer.FormatImporter;
import dev.jtracer.engine.importer.FormatProbe;
import dev.jtracer.engine.importer.TraceData;
import java.io.IOException;

/**
 * Recordings of JDK Flight Recorder. They can be read where the running JVM has the module {@code jdk.jfr}; elsewhere there
 * is an error that says so.
 */
public final class JfrImporter implements FormatImporter {
    private static final String MODULE = "jdk.jfr";

    /** For {@link java.util.ServiceLoader}. */
    public JfrImporter() {}

    @Override
    public String name() {
        return "JFR recording";
    }

    @Override
    public int priority() {
        return 0;
    }

    @Override
    public boolean canImport(FormatProbe probe) throws IOException {
        return probe.startsWith('F', 'L', 'R', 0);
    }

    @Override
    public TraceSource open(TraceData data) throws IOException {
        if (ModuleLayer.boot().findModule(MODULE).isEmpty()) {
            throw new TraceSyntaxException(
                    data.name(),
                    "a JFR recording, for which this JVM lacks the module '" + MODULE
                            + "'; use a JDK, or add the module with --add-modules",
                    "$",
                    0,
                    0);
        }
        return new JfrReader(data);
    }
}
