// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.totals;

import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.handler.CollectingHandler;
import dev.jtracer.engine.handler.Longest;
import dev.jtracer.engine.handler.SpanHandler;
import dev.jtracer.engine.pairing.Span;
import java.util.List;

/**
 * A handler that retains the callbacks that waited longest, the longest first, from the call that received them to
 * their run. A callback
 * that runs again, such as a listener, waits for events and not for its turn, so it is dropped; so is one whose run
 * may be another's, and one that runs within a call of the thread that passed it, such as a factory: that thread was
 * at work and ran it when needed.
 */
public final class SlowPassesHandler extends CollectingHandler<List<SlowPass>> implements SpanHandler<List<SlowPass>> {
    private static final int DEFAULT_MOST = 20;
    /** Candidates for each callback of the result, so that there are others if some run again. */
    private static final int SPARE = 8;

    private final int most;
    private PassTracker tracker = new FunctionsHandler().passes();
    private PassRows passes = tracker.rows;
    private Longest<Candidate> slowest;

    private record Candidate(long key, SlowPass pass) {}

    /** Creates a handler that retains twenty callbacks. */
    public SlowPassesHandler() {
        this(DEFAULT_MOST);
    }

    /** Creates a handler that retains {@code most} callbacks. */
    public SlowPassesHandler(int most) {
        super(FunctionsHandler.class);
        this.most = most;
        this.slowest = new Longest<>(most * SPARE);
    }

    @Override
    protected void start() {
        tracker = context().handler(FunctionsHandler.class).passes();
        passes = tracker.rows;
    }

    @Override
    public boolean takesCalls() {
        return false;
    }

    @Override
    public void handleSpan(Span span) {
        int pass = tracker.latest();
        boolean isRun = (span.flags() & SpanFlags.PASS) == 0;
        if (pass == PassTable.NONE
                || !passes.is(pass, PassRows.PASSED)
                || isRun && passes.track(pass) == span.track() && span.depth() > 0) {
            return;
        }
        long key = passes.get(pass, PassRows.KEY);
        if (isRun && passes.get(pass, PassRows.RUNS) == 2) {
            long wait = Math.max(0, passes.get(pass, PassRows.FIRST_START) - passes.get(pass, PassRows.PASSED_NANOS));
            slowest.removeIf(wait, candidate -> candidate.key == key);
        }
        SlowPass slow = tracker.slowPass(span, context().names());
        if (slow == null || !isRun && slow.passedTrack() == slow.runTrack()) {
            return; // a pass that ends after its run surrounds it
        }
        if (slowest.takes(slow.waitNanos(), slow.passedNanos(), slow.runTrack())) {
            slowest.add(slow.waitNanos(), slow.passedNanos(), slow.runTrack(), new Candidate(key, slow));
        }
    }

    @Override
    protected List<SlowPass> result() {
        context().dataOf(FunctionsHandler.class); // fails if that handler has failed: it tracked nothing to the end
        // Runs may arrive in any order, so one that came second may have been the first in time.
        return slowest.sorted().stream()
                .filter(candidate -> passes.runsOf(candidate.key) <= 1)
                .limit(most)
                .map(Candidate::pass)
                .toList();
    }
}
