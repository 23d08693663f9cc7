// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler;

import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.event.TrackTable;
import dev.jtracer.engine.pairing.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Builds the call trees of all threads. Keeps every call, so it is for files rather than for endless recordings. */
public final class ThreadsHandler implements SpanHandler<CallTrees> {
    private final HandlerState state = new HandlerState(ThreadsHandler.class);
    private CallColumns calls = new CallColumns();
    private HandlerContext context = HandlerContext.NONE;
    private CallTrees result = CallTrees.EMPTY;

    /** A handler that has seen nothing. */
    public ThreadsHandler() {}

    @Override
    public void reset() {
        state.reset();
        calls = new CallColumns();
        context = HandlerContext.NONE;
        result = CallTrees.EMPTY;
    }

    @Override
    public void initialize(HandlerContext context) {
        state.initialize();
        this.context = context;
    }

    @Override
    public void handleSpan(Span span) {
        calls.span(span);
    }

    @Override
    public void finish() {
        state.finish();
        result = new CallTrees(context.names(), calls, threads(context.tracks(), context.dataOf(MetaHandler.class)));
    }

    private List<CallTrees.ThreadCalls> threads(TrackTable tracks, Meta meta) {
        List<CallTrees.ThreadCalls> threads = new ArrayList<>();
        @Nullable CallColumns.Summary[] summaries = calls.link(tracks.size());
        for (int i = 0; i < summaries.length; i++) {
            CallColumns.Summary summary = summaries[i];
            if (summary != null) {
                Track track = tracks.get(i);
                String threadName = meta.threadName(track.pid(), track.tid());
                String name = threadName.isEmpty() ? track.id() : threadName;
                threads.add(new CallTrees.ThreadCalls(
                        i, track.pid(), track.tid(), name, summary.firstRoot, summary.calls, summary.maxDepth));
            }
        }
        return threads;
    }

    @Override
    public CallTrees data() {
        state.requireFinished();
        return result;
    }

    @Override
    public Set<Class<? extends EventHandler<?>>> dependsOn() {
        return Set.of(MetaHandler.class);
    }
}
