// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.collapsed;

import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceLimits;
import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.exporter.trace.FrameNumbers;
import dev.jtracer.engine.exporter.trace.ThreadRow;
import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.handler.HandlerContext;
import dev.jtracer.engine.handler.SpanHandler;
import dev.jtracer.engine.handler.call.CallTrees;
import dev.jtracer.engine.handler.call.ThreadKind;
import dev.jtracer.engine.handler.meta.Meta;
import dev.jtracer.engine.handler.meta.MetaHandler;
import dev.jtracer.engine.handler.path.ThreadPaths;
import dev.jtracer.engine.pairing.Span;
import java.util.List;
import java.util.Set;

/** A handler that adds up the self times of calls by stack. */
final class StacksHandler implements SpanHandler<Stacks> {
    private final TraceLimits limits;
    private HandlerContext context = HandlerContext.NONE;
    private FrameNumbers frames = new FrameNumbers(new StringTable());
    private ThreadPaths paths;
    private long arrows;
    private List<ThreadRow> rows = List.of();

    StacksHandler(TraceLimits limits) {
        this.limits = limits;
        this.paths = newPaths();
    }

    private ThreadPaths newPaths() {
        return new ThreadPaths(Stacks.mostOfHeap(), limits.mostCalls(), limits.minNanos());
    }

    @Override
    public void reset() {
        context = HandlerContext.NONE;
        frames = new FrameNumbers(new StringTable());
        paths = newPaths();
        arrows = 0;
        rows = List.of();
    }

    @Override
    public void initialize(HandlerContext context) {
        this.context = context;
        frames = new FrameNumbers(context.names());
    }

    @Override
    public boolean needsOrigins() {
        return false;
    }

    @Override
    public void handleSpan(Span span) {
        int flags = span.flags();
        if ((flags & SpanFlags.FLOW_IN) != 0) {
            arrows++;
        }
        long nanos = span.endNanos() - span.startNanos();
        paths.end(span.track(), span.depth(), frames.of(span.nameIndex()), flags, nanos, span.selfNanos());
    }

    @Override
    public void finish() {
        paths.finish();
        Meta meta = context.dataOf(MetaHandler.class);
        rows = ThreadRow.of(
                paths.tracks().mapToObj(track -> thread(track, meta)).toList(), meta);
    }

    private CallTrees.ThreadCalls thread(int index, Meta meta) {
        Track track = context.tracks().get(index);
        String name = meta.threadName(track);
        ThreadKind kind = ThreadKind.of(track.kind(), name);
        return new CallTrees.ThreadCalls(index, track.pid(), track.tid(), name, CallTrees.NONE, 0, 0, kind);
    }

    @Override
    public Stacks data() {
        return new Stacks(rows, paths, frames, arrows);
    }

    @Override
    public Set<Class<? extends EventHandler<?>>> dependsOn() {
        return Set.of(MetaHandler.class);
    }
}
