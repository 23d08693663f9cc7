// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter;

import java.util.List;
import java.util.Optional;

/** All formats that traces can be written in. */
public final class Exporters {
    private static final List<TraceExporter> ALL = List.of(
            new ChromeExporter(),
            new ChromeXExporter(),
            new PerfettoExporter(),
            new SpeedscopeExporter(),
            new CollapsedExporter(),
            new DevToolsExporter(),
            new CsvExporter());

    private Exporters() {}

    /** Returns every exporter, in the order in which a user should meet them. */
    public static List<TraceExporter> all() {
        return ALL;
    }

    /** Returns the exporter of a name. */
    public static Optional<TraceExporter> find(String name) {
        return ALL.stream().filter(exporter -> exporter.name().equals(name)).findFirst();
    }
}
