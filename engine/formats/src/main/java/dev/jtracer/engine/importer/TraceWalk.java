// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import dev.jtracer.engine.event.TraceSyntaxException;
import java.io.IOException;

/** A walk through files and the containers in them to the traces, in the same order each time. */
final class TraceWalk {
    /* A small hostile file must not occupy a reader indefinitely. Memory needs no limit, because containers are read
     * as streams. */
    private static final int MOST_LEVELS = 8;
    private static final int MOST_TRACES = 10_000;

    private final ImportOptions options;
    private int unpacked;
    /** Whether reading has failed because of a limit, so that it must not continue with the next trace. */
    private boolean exceeded;

    TraceWalk(ImportOptions options) {
        this.options = options;
    }

    /** A receiver of the traces that a walk finds, and of what it does not find. */
    @FunctionalInterface
    interface Visitor {
        /** Takes a trace. An exception ends the walk, unless the trace is part of a container that may hold more. */
        void trace(TraceData data, FormatImporter format) throws IOException;

        /** Takes the failure of a container's part. The walk continues with the next. */
        default void failed(String name, IOException failure) {}

        /** Takes the end of a container in the middle of the latest trace. */
        default void cutOff() {}

        /** Takes the damage of a container that was dropped, with its place. */
        default void damaged(String name, String damage) {}
    }

    /** Returns the importer of data, after setting the options of a trace. */
    TraceImporter find(TraceData data) throws IOException {
        data.readBy(options.traceLimits(), options.decoding());
        return options.importers().find(data);
    }

    /** Counts a trace that was unpacked from a container, with {@code depth} containers around it. */
    void unpack(TraceData part, int depth) throws TraceSyntaxException {
        if (depth > MOST_LEVELS) {
            throw exceed(part, "more than " + MOST_LEVELS + " containers within each other; unpack it first");
        }
        if (++unpacked > MOST_TRACES) {
            throw exceed(part, "more than " + MOST_TRACES + " traces in containers; unpack those you want");
        }
    }

    private TraceSyntaxException exceed(TraceData part, String problem) {
        exceeded = true;
        return new TraceSyntaxException(part.name(), problem);
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
            for (TraceData part = parts.next(); part != null; part = parts.next()) {
                unpack(part, depth + 1);
                walkPart(part, depth + 1, kind.holdsOne(), visitor);
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
            if (only || exceeded) {
                throw e;
            }
            visitor.failed(part.name(), e);
        }
    }
}
