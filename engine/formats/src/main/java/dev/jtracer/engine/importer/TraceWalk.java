// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import dev.jtracer.engine.event.ImportLimits;
import dev.jtracer.engine.prefetch.Decoding;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A walk through files and the containers in them to the traces. Two walks over one file visit the same traces in the
 * same order.
 */
final class TraceWalk {
    private final Importers importers;
    private final ImportLimits limits;
    private final Decoding decoding;
    private final UnpackBudget unpacked;

    TraceWalk(ImportOptions options) {
        this.importers = options.importers();
        this.limits = options.traceLimits();
        this.decoding = options.decoding();
        this.unpacked = new UnpackBudget(options.limits());
    }

    /** A receiver of the traces that a walk finds, and of what it does not find. */
    @FunctionalInterface
    interface Visitor {
        /**
         * Takes a trace. An exception ends the walk, unless the trace is a part of a container that may hold others.
         */
        void trace(TraceData data, FormatImporter format) throws IOException;

        /** Takes the failure of a container's part. The walk continues with the next. */
        default void failed(String name, IOException failure) {}

        /** Takes the end of a container in the middle of the latest trace. */
        default void cutOff() {}

        /** Takes the damage of a container that was left out, with its place. */
        default void damaged(String name, String damage) {}
    }

    /** Returns the importer of data, after setting the options of a trace. */
    TraceImporter find(TraceData data) throws IOException {
        data.readBy(limits, decoding);
        return importers.find(data);
    }

    /** Counts a trace that was unpacked from a container. */
    void unpack(TraceData part, int depth) throws IOException {
        unpacked.addTrace(part.name(), depth);
        part.countIn(unpacked);
    }

    /** Walks through data and closes them. */
    void walk(TraceData data, Visitor visitor) throws IOException {
        try (data) {
            walk(data, 0, visitor);
        }
    }

    private void walk(TraceData data, int depth, Visitor visitor) throws IOException {
        TraceImporter importer = find(data);
        if (importer instanceof FormatImporter format) {
            visitor.trace(data, format);
            return;
        }
        ContainerImporter kind = (ContainerImporter) importer;
        try (ContainerImporter.Subtraces parts = kind.open(data)) {
            @Nullable TraceData part = parts.next();
            while (part != null) {
                unpack(part, depth + 1);
                walkPart(part, depth + 1, kind.holdsOne(), visitor);
                part = parts.next();
            }
            if (parts.cutOff()) {
                visitor.cutOff();
            }
            parts.damages().forEach(damage -> visitor.damaged(data.name(), damage));
        }
    }

    private void walkPart(TraceData part, int depth, boolean only, Visitor visitor) throws IOException {
        try {
            walk(part, depth, visitor);
        } catch (IOException e) {
            if (only || unpacked.exceeded()) {
                throw e;
            }
            visitor.failed(part.name(), e);
        }
    }
}
