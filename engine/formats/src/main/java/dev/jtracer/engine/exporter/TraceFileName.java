// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter;

import java.nio.file.Path;

/** The name of a trace's file, which need not exist, and names derived from it. */
public record TraceFileName(Path path) {
    /** Returns the name of a part of the trace: the file's own for 1, {@code trace.part2.json} for 2, and so on. */
    public Path part(int part) {
        return part == 1 ? path : with(".part" + part);
    }

    /** Returns the name with an insertion before its extension: {@code trace-1.json} for {@code -1}. */
    public Path with(String insertion) {
        String name = name();
        int end = extensionStart(name);
        return path.resolveSibling(name.substring(0, end) + insertion + name.substring(end));
    }

    public Path withExtension(String extension) {
        String name = name();
        return path.resolveSibling(name.substring(0, extensionStart(name)) + extension);
    }

    private String name() {
        return path.getFileName().toString();
    }

    private static int extensionStart(String name) {
        int start = name.endsWith(".json.gz") ? name.length() - ".json.gz".length() : name.lastIndexOf('.');
        return start <= 0 ? name.length() : start;
    }
}
