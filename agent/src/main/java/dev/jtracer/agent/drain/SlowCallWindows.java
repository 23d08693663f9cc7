// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.drain;

import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.handler.HandlerContext;
import dev.jtracer.engine.jtr.RetainedTimes;
import dev.jtracer.engine.jtr.RetainedWindow;
import dev.jtracer.engine.jtr.RetainedWindows;
import dev.jtracer.engine.jtr.SlowWindows;
import dev.jtracer.engine.pairing.OpenSpans;
import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The slow calls of a recording while it runs, and the windows of time around them. A window begins {@code least}
 * before its call and ends {@code least} after it. Confined to the tracer's thread.
 *
 * <p>What a running call has recorded so far is held, too, because the call may become slow. A call that runs for
 * longer than there is room loses its beginning, and the calls within it are held from then on.
 */
public final class SlowCallWindows implements EventHandler<SlowWindows>, RetainedTimes {
    private final long leastNanos;
    private final StringTable names;
    private final SlowFigures figures;
    private final RetainedWindows windows = new RetainedWindows();
    private @Nullable Track[] tracks = new Track[64];
    private boolean changed = true;
    private boolean finished;
    private long found;
    private long dropped;
    private long running;

    /**
     * @param leastNanos duration from which a call is slow
     * @param names names of methods by id
     * @param figures counts the slow calls of all recordings
     */
    public SlowCallWindows(long leastNanos, StringTable names, SlowFigures figures) {
        this.leastNanos = leastNanos;
        this.names = names;
        this.figures = figures;
    }

    /** Forgets the open calls, whose tracks have other numbers from now on; the windows stay. */
    @Override
    public void initialize(HandlerContext context) {
        Arrays.fill(tracks, null);
    }

    @Override
    public Set<Phase> phases() {
        return Set.of(Phase.ASYNC_BEGIN, Phase.ASYNC_END);
    }

    @Override
    public void handleEvent(TraceEvent event) {
        Track track = track(event.track());
        if (event.phase() == Phase.ASYNC_BEGIN) {
            track.spans.push(event.nameIndex(), event.tsNanos(), event.flags());
            return;
        }
        OpenSpans spans = track.spans;
        int level = spans.nearest(event.nameIndex());
        if (level < 0) {
            return;
        }
        long startNanos = spans.startNanos(level);
        while (spans.depth() > level) {
            spans.close(event.tsNanos());
        }
        track.heldFrom = Math.min(track.heldFrom, level);
        boolean slow = event.tsNanos() - startNanos >= leastNanos && !isMain(event.nameIndex());
        if (slow) {
            add(event, startNanos, track.slowWithin < level);
        }
        track.slowWithin = slow ? level - 1 : Math.min(track.slowWithin, level - 1);
    }

    /** Adds the window of a slow call. A call that contains a slow one is not counted again. */
    private void add(TraceEvent end, long startNanos, boolean counts) {
        long endNanos = end.tsNanos();
        if (counts) {
            found++;
            figures.found(1);
        }
        dropped(windows.add(new RetainedWindow(
                startNanos - leastNanos,
                endNanos + leastNanos,
                counts ? 1 : 0,
                names.get(end.nameIndex()),
                endNanos - startNanos)));
        changed = true;
    }

    private void dropped(long calls) {
        dropped += calls;
        figures.dropped(calls);
    }

    /** Returns whether the program's entry point is the method: it lasts as long as the program and is no request. */
    private boolean isMain(int nameIndex) {
        return names.get(nameIndex).endsWith(".main");
    }

    private Track track(int number) {
        if (number >= tracks.length) {
            tracks = Arrays.copyOf(tracks, Math.max(number + 1, tracks.length * 2));
        }
        Track track = tracks[number];
        if (track == null) {
            track = new Track();
            tracks[number] = track;
        }
        return track;
    }

    @Override
    public boolean holds(long firstNanos, long lastNanos) {
        if (windows.overlap(firstNanos, lastNanos)) {
            return true;
        }
        Track earliest = finished ? null : earliest();
        return earliest != null && lastNanos >= held(earliest) - leastNanos;
    }

    @Override
    public boolean drop(long lastNanos) {
        Track earliest = finished ? null : earliest();
        if (earliest != null && held(earliest) - leastNanos <= lastNanos) {
            // The older half at once: thousands of calls may run, and each step looks at all of them.
            long untilNanos = held(earliest) + (lastNanos + leastNanos - held(earliest)) / 2;
            for (Track track : tracks) {
                while (track != null && isHeld(track) && held(track) <= untilNanos) {
                    track.heldFrom++;
                }
            }
        } else if (windows.isEmpty()) {
            return false;
        } else {
            dropped(windows.dropLeast());
            changed = true;
        }
        return true;
    }

    /** Returns the track whose outermost held call began first; null if nothing runs. */
    private @Nullable Track earliest() {
        Track earliest = null;
        for (Track track : tracks) {
            if (track != null && isHeld(track) && (earliest == null || held(track) < held(earliest))) {
                earliest = track;
            }
        }
        return earliest;
    }

    private boolean isHeld(Track track) {
        while (track.heldFrom < track.spans.depth() && isMain(track.spans.nameIndex(track.heldFrom))) {
            track.heldFrom++;
        }
        return track.heldFrom < track.spans.depth();
    }

    private static long held(Track track) {
        return track.spans.startNanos(track.heldFrom);
    }

    /** Returns the windows if they have changed since the last call, otherwise null. */
    public @Nullable SlowWindows pollChange() {
        if (!changed) {
            return null;
        }
        changed = false;
        return windows();
    }

    public SlowWindows windows() {
        return new SlowWindows(leastNanos, windows.list());
    }

    /** Releases the calls that still run when the recording ends, {@code nanos} after its start. */
    public void end(long nanos) {
        running = 0;
        for (Track track : tracks) {
            if (track != null && isHeld(track) && nanos - held(track) >= leastNanos) {
                running++;
            }
        }
        finish();
    }

    @Override
    public void finish() {
        finished = true;
    }

    /** Returns how many calls were slow. */
    public long found() {
        return found;
    }

    /** Returns how many slow calls are not retained, because there was no room. */
    public long dropped() {
        return dropped;
    }

    /** Returns how many calls were slow already when the recording ended, and still ran. */
    public long running() {
        return running;
    }

    @Override
    public SlowWindows data() {
        return windows();
    }

    /** The open calls of a thread. */
    private static final class Track {
        final OpenSpans spans = new OpenSpans();
        /** Level of the root call that is held; those around it are main or have run for too long. */
        int heldFrom;
        /** Level of the innermost open call that contains a slow call; -1 for none. */
        int slowWithin = -1;
    }
}
