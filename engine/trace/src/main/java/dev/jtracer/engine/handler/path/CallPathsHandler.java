// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.path;

import dev.jtracer.engine.event.ByIndex;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.handler.CallRecordHandler;
import dev.jtracer.engine.handler.CollectingHandler;
import dev.jtracer.engine.handler.SpanHandler;
import dev.jtracer.engine.handler.request.RequestsHandler;
import dev.jtracer.engine.pairing.Span;
import dev.jtracer.engine.pairing.SpanBatch;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Adds up calls and runs of callbacks by their callers, and retains the slowest root calls. Memory depends on the
 * number of different paths, not on that of the calls.
 */
public final class CallPathsHandler extends CollectingHandler<CallPaths>
        implements SpanHandler<CallPaths>, CallRecordHandler<CallPaths> {
    private static final int DEFAULT_MOST_PATHS = 100_000;
    private static final int DEFAULT_MOST_ROOTS = 20;

    private final int mostRoots;
    private StringTable names = new StringTable();
    private RequestsHandler requests = new RequestsHandler();
    private PathForest forest;
    private SlowestRoots slowest;
    private BatchPaths batches;
    private final RootArguments arguments = new RootArguments();
    /** By name, the index that all its indexes share, whatever the pass site of the callback. */
    private final Map<String, Integer> callbackIndexes = new HashMap<>();
    /** The same by index. */
    private final ByIndex<Integer> callbackNames =
            new ByIndex<>(index -> callbackIndexes.computeIfAbsent(names.get(index), name -> index));

    /** Creates a handler that retains 100,000 paths and 20 root calls. */
    public CallPathsHandler() {
        this(DEFAULT_MOST_PATHS, DEFAULT_MOST_ROOTS);
    }

    /**
     * @param mostPaths limit of different paths; about 150 bytes each
     * @param mostRoots root calls to rank; more are {@link #retained}
     */
    public CallPathsHandler(int mostPaths, int mostRoots) {
        super(RequestsHandler.class);
        this.mostRoots = mostRoots;
        this.forest = new PathForest(mostPaths);
        this.slowest = new SlowestRoots(retained(mostRoots), names, requests);
        this.batches = new BatchPaths(forest, slowest);
    }

    /**
     * Returns how many root calls are retained to rank some: twice as many, because those throughout are told at the
     * end, and no fewer than for the default, so that a shorter list begins as a longer one.
     */
    private static int retained(int mostRoots) {
        return 2 * Math.max(mostRoots, DEFAULT_MOST_ROOTS);
    }

    @Override
    protected void start() {
        names = context().names();
        requests = context().handler(RequestsHandler.class);
        slowest = new SlowestRoots(retained(mostRoots), names, requests);
        requests.listener(slowest::settled);
        batches = new BatchPaths(forest, slowest);
    }

    @Override
    public Set<Phase> phases() {
        return Set.of(Phase.ASYNC_BEGIN, Phase.ASYNC_END);
    }

    @Override
    public void handleEvent(TraceEvent event) {
        if (event.hasDetails()) {
            arguments.add(event);
        }
    }

    @Override
    public void handleSpan(Span span) {
        if ((span.flags() & SpanFlags.PASS) != 0) {
            return;
        }
        long nanos = span.endNanos() - span.startNanos();
        boolean isCallback = (span.flags() & SpanFlags.CALLBACK) != 0;
        int name = isCallback ? callbackNames.made(span.nameIndex()) : span.nameIndex();
        PathNode node = forest.end(span.track(), span.depth(), name, span.unfinished(), nanos, span.selfNanos());
        if (span.depth() == 0) {
            rootEnds(span, nanos, node);
        }
    }

    private void rootEnds(Span span, long nanos, PathNode node) {
        if (slowest.takes(span.track(), nanos, span.startNanos())) {
            slowest.add(span.track(), span.startNanos(), nanos, node, arguments.of(span));
        }
        arguments.ended(span.track());
        forest.completed(span.track());
    }

    @Override
    public void handleSpans(SpanBatch batch) {
        batches.add(batch);
        if (batch.leastDepth() == 0) {
            arguments.ended(batch.track());
        }
    }

    @Override
    protected CallPaths result() {
        forest.completeAll();
        return new CallPaths(CallPath.of(forest.roots, names::get), slowest.sorted(), mostRoots, forest.dropped());
    }

    /**
     * The arguments of the root call that is open on each track, and those of the latest end. Spans are reported at
     * their ends, so no more is needed.
     */
    private final class RootArguments {
        private static final List<String> OF_END = List.of(
                TraceWords.STATUS, TraceWords.ROWS, TraceWords.TRACE_ID, TraceWords.RESULT, TraceWords.EXCEPTION);

        /** The arguments of one event. */
        private record Known(int track, int name, long nanos, Map<String, Object> arguments) {}

        private final Map<Integer, Known> begins = new HashMap<>();
        private @Nullable Known end;

        /** Takes the begin or the end of a call or a run. */
        void add(TraceEvent event) {
            if (event.phase() == Phase.ASYNC_END) {
                end = new Known(event.track(), event.nameIndex(), event.tsNanos(), known(event, OF_END));
            } else if ((event.flags() & (SpanFlags.PASS | SpanFlags.CALLBACK | SpanFlags.THREAD)) == 0
                    && context().pairing().open(event.track()) == 0) {
                Map<String, Object> arguments = known(event, List.of(TraceWords.ARGUMENTS));
                if (!arguments.isEmpty()) {
                    begins.put(event.track(), new Known(event.track(), event.nameIndex(), event.tsNanos(), arguments));
                }
            }
        }

        private static Map<String, Object> known(TraceEvent event, List<String> keys) {
            Map<String, @Nullable Object> all = event.args().asMap();
            Map<String, Object> known = new LinkedHashMap<>();
            for (String key : keys) {
                Object value = all.get(key);
                if (value instanceof String || value instanceof Long) {
                    known.put(key, value);
                }
            }
            return known;
        }

        /** Forgets the begins of a track whose root call has ended. */
        void ended(int track) {
            begins.remove(track);
        }

        /** Returns the arguments of the root call that ends now. */
        Map<String, Object> of(Span span) {
            Map<String, Object> arguments = new LinkedHashMap<>();
            add(arguments, begins.get(span.track()), span, span.startNanos());
            add(arguments, end, span, span.endNanos());
            return arguments;
        }

        private static void add(Map<String, Object> arguments, @Nullable Known known, Span span, long nanos) {
            if (known != null
                    && known.track == span.track()
                    && known.name == span.nameIndex()
                    && known.nanos == nanos) {
                arguments.putAll(known.arguments);
            }
        }
    }
}
