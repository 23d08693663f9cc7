// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.format;

import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceLimits;
import dev.jtracer.engine.exporter.trace.FrameNumbers;
import dev.jtracer.engine.exporter.trace.PointEvents;
import dev.jtracer.engine.exporter.trace.ThreadRow;
import dev.jtracer.engine.handler.CollectingHandler;
import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.handler.SpanHandler;
import dev.jtracer.engine.handler.call.CallTrees;
import dev.jtracer.engine.handler.meta.Meta;
import dev.jtracer.engine.handler.meta.MetaHandler;
import dev.jtracer.engine.handler.path.ThreadPaths;
import dev.jtracer.engine.pairing.Span;
import java.util.List;
import java.util.Set;

/** A handler that adds up self times of calls by stack, and counts the events that a format of calls alone omits. */
final class StacksHandler extends CollectingHandler<StacksHandler.Stacks> implements SpanHandler<StacksHandler.Stacks> {
    private static final int LEAST_PATHS = 100_000;
    private static final int MOST_PATHS = 20_000_000;
    /* A path takes 150 bytes, so all take a quarter of the heap. */
    private static final int HEAP_BYTES_A_PATH = 600;

    private final ThreadPaths paths;
    private FrameNumbers frames = new FrameNumbers(new StringTable());
    private long points;
    private long samples;
    private long otherKinds;

    StacksHandler(TraceLimits limits) {
        this.paths = new ThreadPaths(mostOfHeap(), limits.mostCalls(), limits.minNanos());
    }

    /** Returns the number of different stacks that a JVM of this size retains. */
    private static int mostOfHeap() {
        long fitting = Runtime.getRuntime().maxMemory() / HEAP_BYTES_A_PATH;
        return (int) Math.max(LEAST_PATHS, Math.min(MOST_PATHS, fitting));
    }

    @Override
    protected void start() {
        frames = new FrameNumbers(context().names());
    }

    @Override
    public Set<Phase> phases() {
        return PointEvents.PHASES;
    }

    @Override
    public void handleEvent(TraceEvent event) {
        if (event.phase() == Phase.SAMPLE) {
            samples++;
        } else if (PointEvents.OMITTED.contains(event.phase())) {
            otherKinds++;
        } else {
            points++;
        }
    }

    @Override
    public void handleSpan(Span span) {
        int flags = span.flags();
        if ((flags & SpanFlags.FLOW_IN) != 0) {
            points++; // an arrow that ends at the call
        }
        long nanos = span.endNanos() - span.startNanos();
        paths.end(span.track(), span.depth(), frames.of(span.nameIndex()), flags, nanos, span.selfNanos());
    }

    @Override
    protected Stacks result() {
        paths.finish();
        Meta meta = context().dataOf(MetaHandler.class);
        List<ThreadRow> rows = ThreadRow.of(
                paths.tracks()
                        .mapToObj(context().tracks()::get)
                        .map(track -> new CallTrees.ThreadCalls(track, meta, CallTrees.NONE, 0))
                        .toList(),
                meta);
        return new Stacks(rows, paths, frames, points, samples, otherKinds);
    }

    @Override
    public Set<Class<? extends EventHandler<?>>> dependsOn() {
        return Set.of(MetaHandler.class);
    }

    /**
     * Self times by stack.
     *
     * @param rows the threads, one for each track that has calls
     * @param paths the stacks of each track
     * @param frames the names of the frames of {@code paths}
     * @param points number of instants, values of counters and ends of arrows
     * @param sampleEvents number of sample events
     * @param otherKinds number of events that are none of these: objects and others
     */
    record Stacks(
            List<ThreadRow> rows,
            ThreadPaths paths,
            FrameNumbers frames,
            long points,
            long sampleEvents,
            long otherKinds) {}
}
