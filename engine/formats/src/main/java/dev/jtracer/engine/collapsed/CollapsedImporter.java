// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.collapsed;

import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.importer.FormatImporter;
import dev.jtracer.engine.importer.TraceData;
import java.io.IOException;
import java.util.List;

/**
 * An importer of the collapsed stacks of async-profiler and flame graph tools: {@code outer;inner;innermost 12}. They
 * have no signature, so this importer is tried last, and all lines at the beginning must have this form.
 */
public final class CollapsedImporter implements FormatImporter {
    private static final List<String> ENDINGS = List.of(".collapsed", ".folded", ".stacks");
    private static final int SAMPLE_LINES = 20;

    @Override
    public String name() {
        return "collapsed stacks";
    }

    @Override
    public int priority() {
        return 10;
    }

    @Override
    public boolean canImport(TraceData data) throws IOException {
        String text = data.text();
        boolean stacks = ENDINGS.stream().anyMatch(data::nameEndsWith);
        boolean wholeFile = data.head().length < TraceData.HEAD_BYTES;
        int lines = 0;
        for (int start = 0; start < text.length() && lines < SAMPLE_LINES; lines++) {
            int end = text.indexOf('\n', start);
            if (end < 0 && !wholeFile) {
                break; // the line continues after the head
            }
            String line = text.substring(start, end < 0 ? text.length() : end).strip();
            start = end < 0 ? text.length() : end + 1;
            if (!line.isEmpty() && (line.indexOf('\0') >= 0 || CollapsedReader.StackLine.parse(line) == null)) {
                return false;
            }
            stacks |= line.indexOf(CollapsedReader.StackLine.SEPARATOR) > 0;
        }
        return stacks && lines > 0;
    }

    @Override
    public TraceSource open(TraceData data) throws IOException {
        return new CollapsedReader(data.name(), data.stream(), data.limits());
    }
}
