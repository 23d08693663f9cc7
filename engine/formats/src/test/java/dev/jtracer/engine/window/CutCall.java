// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.window;

import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.handler.call.CallTrees;
import dev.jtracer.engine.handler.call.ThreadsHandler;
import dev.jtracer.engine.handler.meta.MetaHandler;
import dev.jtracer.engine.model.TraceProcessor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A call as a row of a table: what is left of a trace when its events are forgotten. */
record CutCall(long thread, int depth, String name, long startNanos, long endNanos, boolean threw, boolean unfinished) {
    /** Returns the calls that the engine's model has of a trace, thread by thread, outer ones first. */
    static List<CutCall> of(TraceSource source) throws IOException {
        CallTrees trees = new TraceProcessor(List.of(new MetaHandler(), new ThreadsHandler()))
                .parse(source)
                .data(ThreadsHandler.class);
        List<CutCall> calls = new ArrayList<>();
        for (CallTrees.ThreadCalls thread : trees.threads()) {
            add(thread.tid(), trees, thread.firstRoot(), calls);
        }
        return calls;
    }

    private static void add(long thread, CallTrees trees, int first, List<CutCall> calls) {
        for (int call = first; call != CallTrees.NONE; call = trees.nextSibling(call)) {
            calls.add(new CutCall(
                    thread,
                    trees.depth(call),
                    trees.name(call),
                    trees.startNanos(call),
                    trees.endNanos(call),
                    trees.threw(call),
                    trees.unfinished(call)));
            add(thread, trees, trees.firstChild(call), calls);
        }
    }
}
