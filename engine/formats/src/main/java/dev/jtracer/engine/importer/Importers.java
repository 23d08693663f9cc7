// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import dev.jtracer.engine.event.TraceSyntaxException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/** The importers of an import, in the order of probing. Immutable. */
public final class Importers {
    public static final Importers NONE = new Importers(List.of());

    // By name where priorities are equal, so that the order does not depend on the class loader's search order.
    private static final Comparator<TraceImporter> ORDER =
            Comparator.comparingInt(TraceImporter::priority).thenComparing(TraceImporter::name);

    private final List<TraceImporter> importers;

    private Importers(List<TraceImporter> importers) {
        this.importers = List.copyOf(importers);
    }

    /** Returns all importers that the engine's class loader provides. */
    public static Importers load() {
        return load(Importers.class.getClassLoader());
    }

    /**
     * Returns all importers that a loader and its parents provide.
     *
     * @param loader null for the loader of the JDK
     * @throws java.util.ServiceConfigurationError if one cannot be loaded
     * @throws IllegalArgumentException if two have the same name
     */
    public static Importers load(@Nullable ClassLoader loader) {
        Importers all = NONE;
        for (TraceImporter importer : ServiceLoader.load(TraceImporter.class, loader)) {
            all = all.with(importer);
        }
        return all;
    }

    /** Returns these importers and another, whose name must not be in use. */
    public Importers with(TraceImporter importer) {
        if (importers.stream().anyMatch(other -> other.name().equals(importer.name()))) {
            throw new IllegalArgumentException(
                    "importer '" + importer.name() + "' is registered already; remove the other one first");
        }
        List<TraceImporter> more = new ArrayList<>(importers);
        more.add(importer);
        more.sort(ORDER);
        return new Importers(more);
    }

    /** Returns the importers in the order of probing. */
    public List<TraceImporter> list() {
        return importers;
    }

    /**
     * Returns the first importer that can import the data.
     *
     * @throws TraceSyntaxException if none can, or the data are from a damaged container
     */
    public TraceImporter find(TraceData data) throws IOException {
        try {
            for (TraceImporter importer : importers) {
                if (importer.canImport(data)) {
                    return importer;
                }
            }
        } catch (ZipException e) {
            throw new TraceSyntaxException(data.name(), String.valueOf(e.getMessage()));
        }
        throw new TraceSyntaxException(data.name(), "no trace that can be imported; convert it to one of: " + names());
    }

    private String names() {
        return importers.stream()
                .filter(importer -> !(importer instanceof EmptyImporter))
                .map(TraceImporter::name)
                .collect(Collectors.joining(", "));
    }
}
