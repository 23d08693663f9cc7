// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.window;

import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.handler.CollectingHandler;
import dev.jtracer.engine.handler.SpanHandler;
import dev.jtracer.engine.pairing.Span;
import dev.jtracer.engine.pairing.SpanBatch;

/**
 * A handler that retains the longest calls of a trace, and the passes of the runs among them. Windows that are not
 * known before the trace has been read are drawn from these calls if the windows are long.
 */
public final class LongestCallsHandler extends CollectingHandler<LongestCalls> implements SpanHandler<LongestCalls> {
    private static final int DEFAULT_MOST_CALLS = 130_000;

    private final LongestSpans calls;
    private final RecentPasses passes;

    /** Creates a handler that retains 130,000 calls, and the latest 131,072 passes: at most 17 MB. */
    public LongestCallsHandler() {
        this(DEFAULT_MOST_CALLS, RecentPasses.DEFAULT_MOST);
    }

    /**
     * @param mostCalls limit of the calls, above 0; 108 bytes each
     * @param mostPasses number of the latest passes that are known when a callback runs, a power of two; 24 bytes
     *     each
     */
    public LongestCallsHandler(int mostCalls, int mostPasses) {
        if (mostCalls < 1 || Integer.bitCount(mostPasses) != 1) {
            throw new IllegalArgumentException(
                    "calls '" + mostCalls + "' are too few, or passes '" + mostPasses + "' no power of two");
        }
        this.calls = new LongestSpans(mostCalls);
        this.passes = new RecentPasses(mostPasses);
    }

    @Override
    public void handleSpan(Span span) {
        if ((span.flags() & SpanFlags.PASS) == 0) {
            calls.add(span, passes, context().tracks());
        } else {
            passes.add(span, context().tracks());
        }
    }

    @Override
    public void handleSpans(SpanBatch batch) {
        for (int i = 0, size = batch.size(); i < size; i++) {
            if (calls.takes(batch.durNanos(i))) {
                calls.add(batch.span(i), passes, context().tracks());
            }
        }
    }

    @Override
    protected LongestCalls result() {
        return new LongestCalls(
                calls.sorted(passes, context().tracks()),
                calls.dropped() == 0,
                calls.droppedNanos(),
                !passes.isAnyReplaced(),
                context().names());
    }
}
