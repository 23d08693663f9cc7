// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.window;

import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.TrackTable;
import dev.jtracer.engine.handler.CollectingHandler;
import dev.jtracer.engine.handler.SpanHandler;
import dev.jtracer.engine.pairing.Span;
import dev.jtracer.engine.pairing.SpanBatch;
import java.util.List;

/**
 * A handler that keeps the longest calls of a trace, and the passings of the runs among them. Windows that are not known before the
 * trace has been read are drawn from these calls if the windows are long.
 */
public final class LongestCallsHandler extends CollectingHandler<LongestCalls> implements SpanHandler<LongestCalls> {
    private static final int DEFAULT_MOST_CALLS = 130_000;

    private final int mostCalls;
    private final int mostPassings;
    private LongestSpans calls;
    private RecentPassings passings;

    /** Creates a handler that keeps 130,000 calls, and the latest 131,072 passings: at most 17 MB. */
    public LongestCallsHandler() {
        this(DEFAULT_MOST_CALLS, RecentPassings.DEFAULT_MOST);
    }

    /**
     * Creates a handler.
     *
     * @param mostCalls limit of the calls, above 0; 108 bytes each
     * @param mostPassings number of the latest passings that are known when a callback runs, a power of two; 24 bytes each
     */
    public LongestCallsHandler(int mostCalls, int mostPassings) {
        if (mostCalls < 1 || Integer.bitCount(mostPassings) != 1) {
            throw new IllegalArgumentException(
                    "calls '" + mostCalls + "' are too few, or passings '" + mostPassings + "' no power of two");
        }
        this.mostCalls = mostCalls;
        this.mostPassings = mostPassings;
        this.calls = new LongestSpans(mostCalls);
        this.passings = new RecentPassings(mostPassings, new TrackTable());
    }

    @Override
    protected void start() {
        passings = new RecentPassings(mostPassings, context().tracks());
    }

    @Override
    public boolean needsOrigins() {
        return false;
    }

    @Override
    public void handleSpan(Span span) {
        if ((span.flags() & SpanFlags.PASSING) == 0) {
            KeptSpan added = calls.add(span);
            if (added != null) {
                passings.find(added);
            }
        } else {
            passings.add(span);
        }
    }

    @Override
    public void handleSpans(SpanBatch batch) {
        for (int i = 0, size = batch.size(); i < size; i++) {
            if (calls.takes(batch.durNanos(i))) {
                calls.add(batch.span(i));
            }
        }
    }

    @Override
    protected LongestCalls result() {
        List<KeptSpan> kept = calls.sorted();
        // The parts of a recording overlap: a run may have been read before its passing.
        kept.forEach(passings::find);
        LongestCalls result = new LongestCalls(
                kept,
                calls.leftOut() == 0,
                calls.leftOutNanos(),
                !passings.isAnyReplaced(),
                context().names());
        calls = new LongestSpans(mostCalls);
        passings = new RecentPassings(mostPassings, new TrackTable());
        return result;
    }
}
