// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TrackTable;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Turns the begins, ends and complete events of a trace into spans, by catapult's rules:
 *
 * <ul>
 *   <li>{@code b} and {@code e} nest per id: an end closes the nearest open span of its name and all spans inside it. Those
 *       inner spans, and spans still open at the end of the trace, are unfinished; the latter last to the last event of
 *       their process, because a call that hangs has no further event on its own thread. Events are handled in the order of arrival, spans are reported at their ends.
 *   <li>{@code B} and {@code E} nest per process and thread: an end closes the innermost span, whatever its name, but of
 *       several ends of one time the one with the right name is applied first. Spans still open at the end of the trace end
 *       with the last event of their thread.
 *   <li>{@code X} may come in any order. They nest with the spans of {@code B} and {@code E} on their thread, a longer one
 *       around a shorter one. All spans of threads are reported at the end of the trace.
 *   <li>{@code S} and {@code F} are paired per id and name, in the order of their times; {@code T} steps last until the
 *       next step, {@code p} steps since the one before.
 * </ul>
 *
 * <p>A span that was cut at the border of two segments becomes one span again if both segments are read, one after
 * the other; otherwise it is unfinished.
 *
 * <p>{@code b} and {@code e} allocate nothing once their track's stack has grown to its depth. Other spans take about
 * 60 bytes each until the end or, when they are very many, until a portion of them is nested. Not safe for use by
 * several threads.
 */
public final class SpanPairing {
    /** The pairing of no trace. */
    public static final SpanPairing NONE = new SpanPairing(new SpanSink() {
        @Override
        public void span(Span span) {}
    });

    private final PairingProblems problems = new PairingProblems();
    private final OpenTracks openTracks;
    private final AsyncPairing async;
    private final ThreadSlices slices;
    private final ThreadPairing threads;
    private final LegacyAsyncPairing legacyAsync;
    private final @Nullable TrackTable tracks;

    /** Creates a pairing that reports to {@code sink} nothing beyond times and names. */
    public SpanPairing(SpanSink sink) {
        this(sink, PairingOptions.TOTALS, null, null);
    }

    /**
     * Creates a pairing that reports to {@code sink}.
     *
     * @param options the data that spans carry
     * @param names the names of the trace, to which the names of steps are added; null to give steps the name of
     *     their span
     * @param tracks the tracks of the trace; null if all are of one process
     */
    public SpanPairing(
            SpanSink sink, PairingOptions options, @Nullable StringTable names, @Nullable TrackTable tracks) {
        this.tracks = tracks;
        Span span = new Span();
        this.openTracks = new OpenTracks(options, problems);
        this.async = new AsyncPairing(sink, options, problems, span, openTracks);
        // These are retained until the end of the trace, where the order of their events decides the nesting.
        PairingOptions ordered = options.plus(PairingOptions.ORIGINS);
        this.slices = new ThreadSlices(sink, ordered, problems, span);
        this.threads = new ThreadPairing(ordered, problems, span, slices);
        this.legacyAsync = new LegacyAsyncPairing(sink, ordered, problems, span, names);
    }

    /** Takes an event. Ignores phases other than those above. */
    public void accept(TraceEvent event) {
        if ((event.flags() & SpanFlags.THREAD) != 0) {
            return; // a row of a viewer, not a span of the program
        }
        switch (event.phase()) {
            case ASYNC_BEGIN -> async.begin(event);
            case ASYNC_END -> async.end(event);
            case ASYNC_INSTANT -> async.instant(event);
            case DURATION_BEGIN -> threads.begin(event);
            case DURATION_END -> threads.end(event);
            case COMPLETE -> threads.complete(event);
            case INSTANT, INSTANT_OLD, MARK -> threads.instant(event);
            case LEGACY_ASYNC_START, LEGACY_ASYNC_STEP_INTO, LEGACY_ASYNC_STEP_PAST, LEGACY_ASYNC_FINISH ->
                legacyAsync.accept(event);
            default -> {}
        }
    }

    /**
     * Takes begins and ends of calls, which count as {@code b} and {@code e}. The calls that end are reported in
     * batches, those that end before a callback before it.
     */
    public void accept(CallRecords records) {
        async.calls(records);
    }

    /**
     * Returns a second way for the records of calls, for a consumer that only adds calls up: those that it pairs are
     * not reported. The pairing must have no {@link PairingOptions#origins}.
     */
    public PlainCalls plainCalls(PlainCalls.CallSums sums) {
        return new PlainCalls(openTracks, sums);
    }

    /**
     * Returns the number of open spans of a track, without those of an event that handlers take at the moment.
     *
     * @param track the index of an async track
     */
    public int open(int track) {
        OpenSpans spans = openSpans(track);
        return spans == null ? 0 : spans.depth();
    }

    /** Returns the spans by ids that are open on a track, to be read at once; null if there is none. */
    public @Nullable OpenSpans openSpans(int track) {
        return openTracks.get(track);
    }

    /** Reports the open spans as unfinished, and the spans of threads. */
    public void finish() {
        Map<Long, Long> ends = new HashMap<>();
        int most = Math.max(openTracks.size(), slices.tracks());
        for (int track = 0; track < most; track++) {
            long latest = Math.max(openTracks.latestNanos(track), slices.latestNanos(track));
            if (latest != Long.MIN_VALUE) {
                ends.merge(process(track), latest, Math::max);
            }
        }
        long lastNanos = ends.values().stream().mapToLong(Long::longValue).max().orElse(Long.MIN_VALUE);
        async.finish(track -> ends.getOrDefault(process(track), Long.MIN_VALUE));
        threads.finish();
        legacyAsync.finish(lastNanos);
    }

    private long process(int track) {
        return tracks == null ? 0 : tracks.get(track).pid();
    }

    /** Returns the counts of unpaired begins and ends so far. Those of spans on threads are known at the end. */
    public PairingCounts counts() {
        return problems.counts();
    }
}
