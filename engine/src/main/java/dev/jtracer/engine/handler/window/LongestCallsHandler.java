// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.window;

import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TrackTable;
import dev.jtracer.engine.handler.HandlerContext;
import dev.jtracer.engine.handler.HandlerState;
import dev.jtracer.engine.handler.SpanHandler;
import dev.jtracer.engine.pairing.Span;
import dev.jtracer.engine.pairing.SpanBatch;

/**
 * A handler that keeps the longest calls of a trace, and the passings of the runs among them. Windows that are not known before the
 * trace has been read are drawn from these calls if the windows are long.
 */
public final class LongestCallsHandler implements SpanHandler<LongestCalls> {
    private static final int DEFAULT_MOST_CALLS = 100_000;
    private static final int DEFAULT_MOST_PASSINGS = 1 << 17;

    private final HandlerState state = new HandlerState(LongestCallsHandler.class);
    private final int mostCalls;
    private final int mostPassings;
    private StringTable names = new StringTable();
    private TrackTable tracks = new TrackTable();
    private SpanRows calls;
    private RecentPassings passings;
    private LongestCalls result = LongestCalls.NONE;

    /** Creates a handler that keeps at least 100,000 calls, and the latest 131,072 passings: at most 15 MB. */
    public LongestCallsHandler() {
        this(DEFAULT_MOST_CALLS, DEFAULT_MOST_PASSINGS);
    }

    /**
     * Creates a handler.
     *
     * @param mostCalls number of calls that are kept at least if there are more, above 0; 112 bytes each
     * @param mostPassings number of the latest passings that are known when a callback runs, a power of two; 24 bytes each
     */
    public LongestCallsHandler(int mostCalls, int mostPassings) {
        if (mostCalls < 1 || Integer.bitCount(mostPassings) != 1) {
            throw new IllegalArgumentException(
                    "calls '" + mostCalls + "' are too few, or passings '" + mostPassings + "' no power of two");
        }
        this.mostCalls = mostCalls;
        this.mostPassings = mostPassings;
        this.calls = SpanRows.withPassings(mostCalls);
        this.passings = new RecentPassings(mostPassings);
    }

    @Override
    public void reset() {
        state.reset();
        calls = SpanRows.withPassings(mostCalls);
        passings = new RecentPassings(mostPassings);
        result = LongestCalls.NONE;
    }

    @Override
    public void initialize(HandlerContext context) {
        state.initialize();
        names = context.names();
        tracks = context.tracks();
    }

    @Override
    public boolean needsOrigins() {
        return false;
    }

    @Override
    public void handleSpan(Span span) {
        if ((span.flags() & SpanFlags.PASSING) == 0) {
            int added = calls.add(span);
            if (added >= 0) {
                findPassing(added);
            }
        } else if (span.bindId() != 0) {
            passings.add(key(span.bindId(), span.track()), span.startNanos(), span.track(), span.depth());
        }
    }

    @Override
    public void handleSpans(SpanBatch batch) {
        long leastNanos = calls.leastNanos();
        for (int i = 0, size = batch.size(); i < size; i++) {
            if (batch.durNanos(i) >= leastNanos) {
                calls.add(batch.span(i));
                leastNanos = calls.leastNanos();
            }
        }
    }

    private void findPassing(int call) {
        if (!calls.isRun(call) || calls.isPassed(call)) {
            return;
        }
        int passing = passings.find(key(calls.bindId(call), calls.track(call)));
        if (passing >= 0) {
            calls.pass(call, passings.nanos(passing), passings.track(passing), passings.depth(passing));
        }
    }

    /* Numbers are unique within one JVM. 0 is no number. */
    private long key(long number, int track) {
        long key = number + tracks.get(track).pid() * 0xD1342543DE82EF95L;
        return key == 0 ? 1 : key;
    }

    @Override
    public void finish() {
        state.finish();
        // The parts of a recording overlap: a run may have been read before its passing.
        for (int i = 0; i < calls.size(); i++) {
            findPassing(i);
        }
        result = new LongestCalls(calls, !passings.isAnyReplaced(), names);
        passings = new RecentPassings(mostPassings);
    }

    @Override
    public LongestCalls data() {
        state.requireFinished();
        return result;
    }
}
