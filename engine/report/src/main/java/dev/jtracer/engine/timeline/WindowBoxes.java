// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.timeline;

import dev.jtracer.engine.event.ByIndex;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.pairing.Span;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/**
 * The boxes of a window while the trace is read. Bounded: when there are too many, the deepest levels are dropped,
 * then more short calls are merged, then the least busy threads are dropped, except the one it was chosen for.
 */
final class WindowBoxes {
    /** Levels retained at first: outer calls that fill the whole window are folded only at the end. */
    private static final int MOST_LEVELS = 512;

    private static final int MOST_TRACKS = 20_000;
    /** Columns below which threads are dropped instead of merging more. */
    private static final int LEAST_COLUMNS = 100;

    private final TimelineWindow window;
    private final TimelineLimits limits;
    private final ByIndex<RowBoxes> byTrack = new ByIndex<>();
    private List<RowBoxes> tracks = new ArrayList<>();
    /** The tracks that were dropped. */
    final BitSet dropped = new BitSet();

    private long leastNanos;
    private int levels = MOST_LEVELS;
    private int boxes;
    private long calls;
    private long runs;

    WindowBoxes(TimelineWindow window, TimelineLimits limits) {
        this.window = window;
        this.limits = limits;
        this.leastNanos = Math.max(1, window.nanos() / limits.columns());
    }

    /** Takes a span that overlaps with the window. */
    void add(Span span, String name) {
        if ((span.flags() & SpanFlags.CALLBACK) == 0) {
            calls++;
        } else {
            runs++;
        }
        int number = span.track();
        if (dropped.get(number)) {
            return;
        }
        RowBoxes track = of(number);
        int level = span.depth();
        track.deepest = Math.max(track.deepest, level);
        if (level == 0) {
            track.busyNanos += window.visibleNanos(span.startNanos(), span.endNanos());
        }
        if (level >= levels) {
            return;
        }
        TimelineBox box = TimelineBox.of(
                level, span.startNanos(), Math.max(span.startNanos(), span.endNanos()), name, span.flags());
        if (track.add(box, leastNanos) && ++boxes > limits.boxes()) {
            shrink();
        }
    }

    private RowBoxes of(int number) {
        RowBoxes track = byTrack.get(number);
        if (track == null) {
            if (tracks.size() >= MOST_TRACKS) {
                dropHalf();
            }
            track = byTrack.put(number, new RowBoxes(number));
            tracks.add(track);
        }
        return track;
    }

    private void shrink() {
        if (levels > 2 * limits.levels()) {
            levels /= 2;
            tracks.forEach(track -> track.cutFrom(levels));
        } else if (leastNanos < window.nanos() / LEAST_COLUMNS) {
            leastNanos *= 2;
        } else {
            dropHalf();
        }
        merge();
    }

    /** Sorts all boxes and merges those that are short by now. */
    void merge() {
        boxes = tracks.stream().mapToInt(track -> track.merge(leastNanos)).sum();
    }

    private void dropHalf() {
        List<RowBoxes> busiest = new ArrayList<>(tracks);
        busiest.sort(RowBoxes.busiestFirst(window.track()));
        for (RowBoxes track : busiest.subList((busiest.size() + 1) / 2, busiest.size())) {
            dropped.set(track.track);
            byTrack.remove(track.track);
        }
        tracks = new ArrayList<>(busiest.subList(0, (busiest.size() + 1) / 2));
        tracks.sort(Comparator.comparingInt(track -> track.track));
    }

    /** Returns the tracks with calls in the window, without those dropped. */
    List<RowBoxes> tracks() {
        return tracks;
    }

    /** Returns the number of calls of methods in the window, those without a box included. */
    long calls() {
        return calls;
    }

    /** Returns the number of runs of callbacks in the window, those without a box included. */
    long runs() {
        return runs;
    }

    long leastNanos() {
        return leastNanos;
    }
}
