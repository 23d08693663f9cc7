// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.totals;

import dev.jtracer.engine.event.ByIndex;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.handler.CollectingHandler;
import dev.jtracer.engine.handler.Longest;
import dev.jtracer.engine.handler.SpanHandler;
import dev.jtracer.engine.handler.totals.Waits.Origin;
import dev.jtracer.engine.handler.totals.Waits.Run;
import dev.jtracer.engine.handler.totals.Waits.Silence;
import dev.jtracer.engine.pairing.Span;
import dev.jtracer.engine.pairing.SpanBatch;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * Collects what {@link Waits} needs: the longest silences of calls, and the runs of callbacks that may have ended
 * them. Memory is bounded, whatever the length of the trace; what is dropped explains nothing.
 */
public final class WaitsHandler extends CollectingHandler<Waits> implements SpanHandler<Waits> {
    /** 3 MB in all. The longest of a hundred thousand requests that wait alike are the ones that are listed. */
    private static final int MOST = 20_000;

    private static final long LEAST_NANOS = 1_000_000;
    private static final long NONE = Long.MIN_VALUE;

    private final Longest<Silence> silences = new Longest<>(MOST);
    private final Longest<Candidate> runs = new Longest<>(MOST);
    private final RecentRuns recent = new RecentRuns();
    private final FinishedRuns finished = new FinishedRuns();
    private final ByIndex<Level> levels = new ByIndex<>();
    /** Those of tracks without an open call: of a million virtual threads, few have one at a time. */
    private final Deque<Level> unused = new ArrayDeque<>();

    private PassTracker passes = new FunctionsHandler().passes();

    private record Candidate(long pass, Run run) {}

    /** The events of one track so far, by depth. */
    private static final class Level {
        /** Begin of the first and end of the last call within the call one level above; {@link #NONE} if none. */
        long[] first = new long[16];

        long[] last = new long[16];
        /** Silences between two calls, each of which belongs to the call that ends next at its depth. */
        final List<Pending> pending = new ArrayList<>();

        Level() {
            clear();
        }

        void clear() {
            Arrays.fill(last, NONE);
            pending.clear();
        }

        void grow(int depth) {
            int before = last.length;
            first = Arrays.copyOf(first, depth * 2);
            last = Arrays.copyOf(last, depth * 2);
            Arrays.fill(last, before, last.length, NONE);
        }
    }

    private record Pending(int depth, long startNanos, long endNanos) {}

    public WaitsHandler() {
        super(FunctionsHandler.class);
    }

    @Override
    protected void start() {
        passes = context().handler(FunctionsHandler.class).passes();
    }

    @Override
    public void handleSpan(Span span) {
        Level level = level(span.track(), span.depth());
        if ((span.flags() & SpanFlags.PASS) == 0) {
            ended(level, span.track(), span.depth(), span.nameIndex(), span.startNanos(), span.endNanos());
        }
        after(level, span.depth(), span.startNanos(), span.endNanos());
        releaseAfter(span.depth(), span.track(), level);
        if ((span.flags() & SpanFlags.OF_CALLBACK) != 0) {
            passOrRun(span);
        }
    }

    @Override
    public void handleSpans(SpanBatch batch) {
        int track = batch.track();
        Level level = level(track, batch.mostDepth());
        for (int i = 0, size = batch.size(); i < size; i++) {
            int depth = batch.depth(i);
            long start = batch.startNanos(i);
            long end = batch.endNanos(i);
            // A short call has no silence; what it leaves behind is that it was there.
            if (end - start >= LEAST_NANOS) {
                ended(level, track, depth, batch.nameIndex(i), start, end);
            } else {
                level.last[depth + 1] = NONE;
            }
            after(level, depth, start, end);
        }
        releaseAfter(batch.depth(batch.size() - 1), track, level);
    }

    private void releaseAfter(int depth, int track, Level level) {
        if (depth == 0) {
            level.clear();
            unused.push(level);
            levels.remove(track);
        }
    }

    private Level level(int track, int depth) {
        Level level = levels.get(track);
        if (level == null) {
            level = levels.put(track, unused.isEmpty() ? new Level() : unused.pop());
        }
        if (depth + 1 >= level.last.length) {
            level.grow(depth + 2);
        }
        return level;
    }

    /** Takes a call that has ended after those within it. */
    private void ended(Level level, int track, int depth, int name, long start, long end) {
        if (level.last[depth + 1] == NONE) {
            silence(track, start, end, name);
        } else {
            silence(track, start, level.first[depth + 1], name);
            silence(track, level.last[depth + 1], end, name);
            level.last[depth + 1] = NONE;
        }
        for (int i = level.pending.size(); i-- > 0; ) {
            Pending pending = level.pending.get(i);
            if (pending.depth == depth) {
                silence(track, pending.startNanos, pending.endNanos, name);
                level.pending.remove(i);
            }
        }
    }

    private static void after(Level level, int depth, long start, long end) {
        long last = level.last[depth];
        if (last == NONE) {
            level.first[depth] = start;
        } else if (depth > 0 && start - last >= LEAST_NANOS) {
            level.pending.add(new Pending(depth - 1, last, start));
        }
        level.last[depth] = end;
    }

    private void silence(int track, long start, long end, int name) {
        long nanos = end - start;
        if (nanos >= LEAST_NANOS && silences.takes(nanos, start, track)) {
            String caller = context().names().get(name);
            silences.add(nanos, start, track, new Silence(track, start, end, caller));
        }
    }

    private void passOrRun(Span span) {
        boolean isRun = (span.flags() & SpanFlags.PASS) == 0;
        if (isRun && !span.unfinished()) {
            finished.add(span);
        }
        SlowPass pass = passes.slowPass(span, context().names());
        if (pass == null) {
            return;
        }
        long nanos = pass.runEndNanos() - pass.passedNanos();
        if (nanos >= LEAST_NANOS && runs.takes(nanos, pass.passedNanos(), pass.runTrack())) {
            List<Origin> origins = recent.origins(pass.passedTrack(), pass.passedNanos());
            long key = passes.rows.get(passes.latest(), PassRows.KEY);
            Run run = new Run(pass, origins, finished.behind(pass));
            runs.add(nanos, pass.passedNanos(), pass.runTrack(), new Candidate(key, run));
        }
        recent.add(pass);
    }

    @Override
    protected Waits result() {
        context().dataOf(FunctionsHandler.class); // fails if that handler has failed: it tracked nothing to the end
        return new Waits(
                silences.sorted(),
                runs.sorted().stream()
                        .filter(candidate -> passes.rows.runsOf(candidate.pass) <= 1)
                        .map(candidate -> withOrigins(candidate.run))
                        .toList());
    }

    /** Returns a run with the origins that are known now, if they are more: passes may have come after runs. */
    private Run withOrigins(Run run) {
        List<Origin> known =
                recent.originsAtEnd(run.pass().passedTrack(), run.pass().passedNanos());
        return known.size() > run.origins().size() ? new Run(run.pass(), known, run.behind()) : run;
    }
}
