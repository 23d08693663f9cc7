// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.control;

import java.nio.file.Path;
import java.util.List;

/** A listener to the making of a stopped recording's files. Called by the tracer's threads; must not throw. */
public interface FileListener {
    /** A listener that does nothing. */
    FileListener NONE = new FileListener() {
        @Override
        public void converting(Path recording, Path trace) {}

        @Override
        public void progress(double part) {}

        @Override
        public void finished(String line, List<Path> files) {}

        @Override
        public void failed(String line) {}
    };

    /** Called before the stop returns, if a recording is converted to a trace. */
    void converting(Path recording, Path trace);

    /** Called from time to time with the completed part of the conversion, 0 to 1. */
    void progress(double part);

    /**
     * Called when the files are complete.
     *
     * @param line what was written, for the user
     * @param files the files; empty if there was nothing to keep
     */
    void finished(String line, List<Path> files);

    /** Called when the files could not be written, with the cause and the next step. */
    void failed(String line);
}
