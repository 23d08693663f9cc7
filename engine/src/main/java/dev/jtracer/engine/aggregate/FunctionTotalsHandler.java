// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.aggregate;

import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TrackTable;
import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.handler.HandlerContext;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A handler that computes the {@link FunctionTotals} of one segment. It pairs begins and ends itself, because it needs the
 * ends that the shared pairing discards: those of begins in other segments.
 */
public final class FunctionTotalsHandler implements EventHandler<FunctionTotals> {
    private static final Set<Phase> PHASES = phasesTaken();

    private final long segment;
    private StringTable names = new StringTable();
    private TrackTable trackTable = new TrackTable();
    private boolean initialized;

    private TotalsTable totals = new TotalsTable();
    private FunctionTotals result = new FunctionTotals(totals);
    private boolean finished;
    private UndecidedEvents kept = new UndecidedEvents();

    /** For each name of the source its number in the totals, plus one. */
    private int[] nameIds = new int[64];
    /** For each track of the source its number in the result, plus one. */
    private int[] trackIds = new int[64];
    /** For each track of the source the current run of its events; null without remaining events. */
    private @Nullable TrackResidue[] runs = new TrackResidue[64];

    private final ArrayDeque<TrackResidue> idle = new ArrayDeque<>();

    /**
     * Creates a handler for a segment.
     *
     * @param segment number of the segment in its recording: 0 for the first, before which nothing can be open
     */
    public FunctionTotalsHandler(long segment) {
        if (segment < 0 || segment >= SegmentSet.MOST_SEGMENTS) {
            throw new IllegalArgumentException(
                    "segment '" + segment + "' is not in 0 to " + (SegmentSet.MOST_SEGMENTS - 1));
        }
        this.segment = segment;
    }

    private static Set<Phase> phasesTaken() {
        Set<Phase> phases = EnumSet.of(Phase.ASYNC_BEGIN, Phase.ASYNC_END, Phase.ASYNC_INSTANT);
        for (Phase phase : Phase.ALL) {
            if (UndecidedEvents.keeps(phase)) {
                phases.add(phase);
            }
        }
        return Collections.unmodifiableSet(phases);
    }

    @Override
    public void reset() {
        names = new StringTable();
        trackTable = new TrackTable();
        initialized = false;
        totals = new TotalsTable();
        result = new FunctionTotals(totals);
        finished = false;
        kept = new UndecidedEvents();
        nameIds = new int[64];
        trackIds = new int[64];
        runs = new TrackResidue[64];
        idle.clear();
    }

    @Override
    public void initialize(HandlerContext context) {
        if (initialized) {
            throw new IllegalStateException("FunctionTotalsHandler was not reset");
        }
        initialized = true;
        names = context.names();
        trackTable = context.tracks();
    }

    @Override
    public Set<Phase> phases() {
        return PHASES;
    }

    @Override
    public void handleEvent(TraceEvent event) {
        if ((event.flags() & SpanFlags.THREAD) != 0) {
            return; // a row of a viewer, not a span of the program
        }
        switch (event.phase()) {
            case ASYNC_BEGIN -> run(event).begin(nameId(event), event.tsNanos(), event.flags(), totals);
            case ASYNC_END -> end(event);
            case ASYNC_INSTANT -> run(event).instant(event.tsNanos());
            default -> kept.add(event, trackId(event), nameId(event));
        }
    }

    private void end(TraceEvent event) {
        TrackResidue run = run(event);
        run.end(nameId(event), event.tsNanos(), event.flags(), totals);
        if (run.settled()) {
            // A track without open spans needs no run; there may be a million of them.
            runs[event.track()] = null;
            idle.push(run);
        }
    }

    private TrackResidue run(TraceEvent event) {
        int track = event.track();
        TrackResidue run = track < runs.length ? runs[track] : null;
        return run == null || run.undecidedTime(event.tsNanos()) ? nextRun(event, run) : run;
    }

    private TrackResidue nextRun(TraceEvent event, @Nullable TrackResidue before) {
        int track = event.track();
        int id = trackId(event);
        if (before != null) {
            result.track(id).add(before);
        }
        if (track >= runs.length) {
            runs = Arrays.copyOf(runs, Math.max(track + 1, runs.length * 2));
        }
        TrackResidue run = idle.isEmpty() ? new TrackResidue(segment == 0, segment) : idle.pop();
        runs[track] = run;
        return run;
    }

    private int trackId(TraceEvent event) {
        int track = event.track();
        if (track >= trackIds.length) {
            trackIds = Arrays.copyOf(trackIds, Math.max(track + 1, trackIds.length * 2));
        }
        if (trackIds[track] == 0) {
            trackIds[track] = result.trackId(TrackKey.of(event, trackTable.get(track))) + 1;
        }
        return trackIds[track] - 1;
    }

    private int nameId(TraceEvent event) {
        int name = event.nameIndex();
        if (name >= nameIds.length) {
            nameIds = Arrays.copyOf(nameIds, Math.max(name + 1, nameIds.length * 2));
        }
        if (nameIds[name] == 0) {
            nameIds[name] = totals.id(names.get(name)) + 1;
        }
        return nameIds[name] - 1;
    }

    @Override
    public void finish() {
        if (!initialized || finished) {
            throw new IllegalStateException("FunctionTotalsHandler is not initialized");
        }
        for (int track = 0; track < runs.length; track++) {
            TrackResidue run = runs[track];
            if (run != null) {
                result.track(trackIds[track] - 1).add(run);
            }
        }
        result.endSegment(segment, kept);
        finished = true;
    }

    /**
     * Returns the totals of the segment. The caller may merge others into them.
     *
     * @throws IllegalStateException before {@link #finish}
     */
    @Override
    public FunctionTotals data() {
        if (!finished) {
            throw new IllegalStateException("FunctionTotalsHandler is not finished");
        }
        return result;
    }
}
