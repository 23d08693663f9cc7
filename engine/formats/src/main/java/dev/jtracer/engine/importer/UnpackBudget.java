// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import dev.jtracer.engine.event.TraceSyntaxException;
import java.io.IOException;
import java.io.InputStream;

/** The amount of data from the containers of one import. Once exceeded, a limit stays exceeded. */
final class UnpackBudget {
    private final ContainerLimits limits;
    private long bytes;
    private int traces;
    private boolean exceeded;

    UnpackBudget(ContainerLimits limits) {
        this.limits = limits;
    }

    /** Returns whether reading has failed because of a limit, so that it must not continue with the next trace. */
    boolean exceeded() {
        return exceeded;
    }

    /** Counts a trace from a container. Call it for each. */
    void addTrace(String name, int depth) throws TraceSyntaxException {
        if (depth > limits.maxDepth()) {
            throw exceed(name, "more than " + limits.maxDepth() + " containers within each other; unpack it first");
        }
        if (++traces > limits.maxTraces()) {
            throw exceed(name, "more than " + limits.maxTraces() + " traces in containers; unpack those you want");
        }
    }

    /** Returns a stream that fails at the limit. */
    InputStream limit(String name, InputStream in) {
        return new LimitedStream(name, in);
    }

    private TraceSyntaxException exceed(String name, String problem) {
        exceeded = true;
        return new TraceSyntaxException(name, problem, "$", 0, 0);
    }

    private final class LimitedStream extends CountingStream {
        private final String name;

        LimitedStream(String name, InputStream in) {
            super(in);
            this.name = name;
        }

        @Override
        protected void count(long read) throws IOException {
            bytes += read;
            if (bytes > limits.maxBytes()) {
                throw exceed(
                        name, "unpacks to more than " + limits.maxBytes() + " bytes; allow more if you trust the file");
            }
        }
    }
}
