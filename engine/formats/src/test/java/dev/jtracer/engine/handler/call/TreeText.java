// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.call;

import dev.jtracer.engine.TraceText;
import dev.jtracer.engine.chrome.read.ChromeTraceReader;
import dev.jtracer.engine.handler.meta.MetaHandler;
import dev.jtracer.engine.model.TraceProcessor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Call trees of short texts. */
final class TreeText {
    /** The tree of the DevTools engine's own tests: A around B, which is around C, and D; E after A. */
    static final String A_TO_E = """
            X 1 0 A "dur":10
            X 1 1 B "dur":4
            X 1 2 C "dur":2
            X 1 5 D "dur":3
            X 1 11 E "dur":3
            """;

    private TreeText() {}

    static CallTrees trees(String lines) throws IOException {
        return trees(lines, new ThreadsHandler());
    }

    static CallTrees trees(String lines, ThreadsHandler threads) throws IOException {
        byte[] json = TraceText.json(lines).getBytes(StandardCharsets.UTF_8);
        return new TraceProcessor(List.of(threads, new MetaHandler()))
                .parse(new ChromeTraceReader("trace.json", new ByteArrayInputStream(json)))
                .data(ThreadsHandler.class);
    }

    /** The first call of a name. */
    static int call(CallTrees trees, String name) {
        for (int call = 0; call < trees.size(); call++) {
            if (trees.name(call).equals(name)) {
                return call;
            }
        }
        throw new AssertionError("no call '" + name + "'");
    }
}
