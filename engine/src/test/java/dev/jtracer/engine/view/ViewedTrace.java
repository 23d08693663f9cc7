// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.view;

import dev.jtracer.engine.TraceText;
import dev.jtracer.engine.handler.HandlerRun;
import dev.jtracer.engine.handler.call.CallTrees;
import dev.jtracer.engine.handler.call.ThreadsHandler;
import dev.jtracer.engine.handler.object.ObjectSnapshots;
import dev.jtracer.engine.handler.object.ObjectSnapshotsHandler;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/** Views of small traces in the form of {@link TraceText#json}. */
final class ViewedTrace {
    private ViewedTrace() {}

    /** The slices of all threads that no other slice is around. */
    static List<Slice> slices(SliceTypes types, String lines) throws IOException {
        return slicesOfJson(types, TraceText.json(lines));
    }

    static List<Slice> slicesOfJson(SliceTypes types, String json) throws IOException {
        CallTrees calls = HandlerRun.ofJson(new ThreadsHandler(Set.of(ThreadsHandler.Keep.DETAILS)), json);
        return calls.threads().stream()
                .flatMap(thread -> types.topLevel(calls, thread).stream())
                .toList();
    }

    static ObjectSnapshots objects(String lines) throws IOException {
        return HandlerRun.ofLines(new ObjectSnapshotsHandler(), lines);
    }
}
