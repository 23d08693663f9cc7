// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.path;

import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.handler.CollectingHandler;
import dev.jtracer.engine.handler.KnownNames;
import dev.jtracer.engine.handler.Longest;
import dev.jtracer.engine.handler.SpanHandler;
import dev.jtracer.engine.pairing.Span;
import dev.jtracer.engine.pairing.SpanBatch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Keeps the slowest calls and runs of callbacks, with the calls that surround them. Those that had not ended when the
 * recording stopped are among them, because one that hangs never ends.
 */
public final class SlowCallsHandler extends CollectingHandler<SlowCalls> implements SpanHandler<SlowCalls> {
    /** A candidate whose outer calls have not all ended: their names are added as they end. */
    private static final class Candidate {
        final int track;
        final long startNanos;
        final long nanos;
        final long selfNanos;
        final boolean unfinished;
        /** Whether the end was lost: a call around it has ended, so its length is not known. */
        boolean lacksEnd;

        int missingDepth;
        /** In how many of the two collections it is. */
        int uses;

        private int[] innermostFirst = new int[8];
        private int names;

        Candidate(Span span) {
            track = span.track();
            startNanos = span.startNanos();
            nanos = span.endNanos() - span.startNanos();
            selfNanos = span.selfNanos();
            unfinished = span.unfinished();
            missingDepth = span.depth();
        }

        void add(int nameIndex) {
            missingDepth--;
            if (names == MOST_NAMES) {
                return;
            }
            if (names == innermostFirst.length) {
                innermostFirst = Arrays.copyOf(innermostFirst, names * 2);
            }
            innermostFirst[names++] = nameIndex;
        }

        SlowCall call(StringTable table) {
            List<String> path = new ArrayList<>(names);
            for (int i = 0; i < names; i++) {
                path.add(table.get(innermostFirst[i]));
            }
            Collections.reverse(path);
            return new SlowCall(track, startNanos, nanos, selfNanos, unfinished, path);
        }
    }

    private static final int DEFAULT_MOST = 20;
    /** Longest path that is retained. A stack overflow is deeper; forty of them take 1 MB for each 6,000 calls. */
    private static final int MOST_NAMES = 10_000;

    /** The names whose calls are retained. */
    private final KnownNames<Boolean> wanted;

    private Longest<Candidate> byDuration;
    private Longest<Candidate> bySelf;
    /** By track, the candidates that wait for the names of outer calls. */
    private final Map<Integer, List<Candidate>> waiting = new HashMap<>();
    /** By track, one more than the greatest depth at which a candidate waits for a name: most calls are deeper. */
    private int[] awaited = new int[16];

    /** Creates a handler that retains twenty calls of each kind. */
    public SlowCallsHandler() {
        this(DEFAULT_MOST, name -> true);
    }

    /**
     * Creates a handler that retains {@code most} calls of each kind of some methods.
     *
     * @param wanted says for a name as in the trace whether its calls are retained; asked once for each name
     */
    public SlowCallsHandler(int most, Predicate<String> wanted) {
        this.wanted = new KnownNames<>(name -> wanted.test(name) ? Boolean.TRUE : null);
        this.byDuration = new Longest<>(most);
        this.bySelf = new Longest<>(most);
    }

    @Override
    public void handleSpan(Span span) {
        if ((span.flags() & SpanFlags.PASS) != 0) {
            return;
        }
        int track = span.track();
        if (span.depth() < awaitedOf(track)) {
            surround(waiting.getOrDefault(track, List.of()), span);
        }
        if (span.unfinished() && (span.flags() & SpanFlags.CONTINUED) != 0) {
            return;
        }
        long startNanos = span.startNanos();
        boolean isLong = byDuration.takes(span.endNanos() - startNanos, startNanos, span.track());
        boolean isBusy = bySelf.takes(span.selfNanos(), startNanos, span.track());
        if ((isLong || isBusy) && wanted.get(span.nameIndex(), context().names()) != null) {
            add(span, isLong, isBusy);
        }
    }

    @Override
    public void handleSpans(SpanBatch batch) {
        int track = batch.track();
        for (int i = 0, size = batch.size(); i < size; i++) {
            if (batch.depth(i) < awaitedOf(track)
                    || batch.durNanos(i) >= byDuration.leastNanos()
                    || batch.selfNanos(i) >= bySelf.leastNanos()) {
                handleSpan(batch.span(i));
            }
        }
    }

    private int awaitedOf(int track) {
        return track < awaited.length ? awaited[track] : 0;
    }

    private void surround(List<Candidate> inner, Span outer) {
        for (Candidate candidate : inner) {
            if (candidate.missingDepth == outer.depth()) {
                candidate.add(outer.nameIndex());
                candidate.lacksEnd |= candidate.unfinished && !outer.unfinished();
            }
        }
        inner.removeIf(candidate -> candidate.missingDepth < 0);
        await(outer.track(), inner);
    }

    private void await(int track, List<Candidate> candidates) {
        if (track >= awaited.length) {
            awaited = Arrays.copyOf(awaited, Math.max(track + 1, awaited.length * 2));
        }
        awaited[track] = 1
                + candidates.stream()
                        .mapToInt(candidate -> candidate.missingDepth)
                        .max()
                        .orElse(-1);
    }

    private void add(Span span, boolean isLong, boolean isBusy) {
        Candidate candidate = new Candidate(span);
        candidate.add(span.nameIndex());
        if (isLong) {
            keep(candidate, byDuration, candidate.nanos);
        }
        if (isBusy) {
            keep(candidate, bySelf, candidate.selfNanos);
        }
        if (candidate.missingDepth >= 0) {
            List<Candidate> ofTrack = waiting.computeIfAbsent(span.track(), track -> new ArrayList<>());
            ofTrack.add(candidate);
            await(span.track(), ofTrack);
        }
    }

    private void keep(Candidate candidate, Longest<Candidate> longest, long nanos) {
        candidate.uses++;
        Candidate evicted = longest.add(nanos, candidate.startNanos, candidate.track, candidate);
        // Where a deep stack ends, each outer call evicts one of those within it: they must not wait for their names.
        if (evicted != null && --evicted.uses == 0 && evicted.missingDepth >= 0) {
            waiting.getOrDefault(evicted.track, List.of()).remove(evicted);
        }
    }

    @Override
    protected SlowCalls result() {
        return new SlowCalls(calls(byDuration), calls(bySelf));
    }

    private List<SlowCall> calls(Longest<Candidate> longest) {
        return longest.sorted().stream()
                .filter(candidate -> !candidate.lacksEnd)
                .map(candidate -> candidate.call(context().names()))
                .toList();
    }
}
