// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.picture;

import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.event.TrackTable;
import dev.jtracer.engine.handler.meta.Meta;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The choice of rows for the boxes of a window, and the ends of its arrows on them. */
final class TimelineBuild {
    private static final int MOST_NAMES = 100;
    /** Arrows whose ends are less than this number of columns apart are one. */
    private static final int COLUMNS_OF_AN_ARROW = 6;

    private final TimelineWindow window;
    private final TimelineLimits limits;
    private final WindowBoxes boxes;
    private final WindowArrows arrows;
    private final TrackTable tracks;
    private final ThreadNames names;
    private final Predicate<String> wanted;
    private final List<TimelineRow> rows = new ArrayList<>();
    private final Map<Integer, Integer> rowOfTrack = new HashMap<>();
    private final List<TrackBoxes> platformThreads = new ArrayList<>();
    private final List<TrackBoxes> virtualThreads = new ArrayList<>();
    private int threads;
    private int virtuals;

    TimelineBuild(
            TimelineWindow window,
            TimelineLimits limits,
            WindowBoxes boxes,
            WindowArrows arrows,
            TrackTable tracks,
            Meta meta,
            Predicate<String> wanted) {
        this.window = window;
        this.limits = limits;
        this.boxes = boxes;
        this.arrows = arrows;
        this.tracks = tracks;
        this.names = new ThreadNames(tracks, meta);
        this.wanted = wanted;
    }

    Timeline timeline() {
        boxes.merge();
        List<String> found = sortThreads();
        List<TrackBoxes> shown = busiest(platformThreads);
        shown.forEach(this::addRow);
        int packed = addLanes();
        List<TimelineArrow> ends = ends();
        return new Timeline(
                window,
                rows,
                TimelineArrow.evenly(ends, limits.arrows()),
                boxes.calls(),
                boxes.runs(),
                threads,
                threads - shown.size(),
                virtuals,
                virtuals - packed,
                arrows.hidden() + Math.max(0, ends.size() - limits.arrows()),
                arrows.ambiguous(),
                found);
    }

    private boolean isVirtual(int track) {
        return tracks.get(track).kind() == Track.Kind.VIRTUAL_THREAD;
    }

    private List<String> sortThreads() {
        List<String> found = new ArrayList<>();
        for (TrackBoxes track : boxes.tracks()) {
            boolean ofVirtual = isVirtual(track.track);
            virtuals += ofVirtual ? 1 : 0;
            threads += ofVirtual ? 0 : 1;
            String name = names.of(track.track);
            if (found.size() < MOST_NAMES) {
                found.add(name);
            }
            if (wanted.test(name)) {
                (ofVirtual ? virtualThreads : platformThreads).add(track);
            }
        }
        for (int track = boxes.givenUp().nextSetBit(0);
                track >= 0;
                track = boxes.givenUp().nextSetBit(track + 1)) {
            boolean ofVirtual = isVirtual(track);
            virtuals += ofVirtual ? 1 : 0;
            threads += ofVirtual ? 0 : 1;
        }
        return found;
    }

    private int focus() {
        return window.call() == null ? -1 : window.call().track();
    }

    /** Returns the busiest threads, the one of the window's call among them, in the order of their rows. */
    private List<TrackBoxes> busiest(List<TrackBoxes> all) {
        List<TrackBoxes> sorted = new ArrayList<>(all);
        sorted.sort(Comparator.<TrackBoxes>comparingInt(track -> track.track == focus() ? 0 : 1)
                .thenComparing(Comparator.<TrackBoxes>comparingLong(track -> track.busyNanos)
                        .reversed())
                .thenComparingInt(track -> track.track));
        List<TrackBoxes> most = new ArrayList<>(sorted.subList(0, Math.min(sorted.size(), limits.threads())));
        most.sort(Comparator.<TrackBoxes>comparingLong(
                        track -> tracks.get(track.track).pid())
                .thenComparingInt(track -> names.isMain(track.track) ? 0 : 1)
                .thenComparingLong(track -> tracks.get(track.track).tid())
                .thenComparingInt(track -> track.track));
        return most;
    }

    private void addRow(TrackBoxes track) {
        RowBoxes row = new RowBoxes();
        for (int level = 0; level < track.levels(); level++) {
            track.level(level).boxes().forEach(box -> row.add(box, 0));
        }
        rowOfTrack.put(track.track, rows.size());
        rows.add(row(
                names.of(track.track),
                track.track,
                TimelineRow.NO_LANE,
                row,
                track.deepest,
                track.calls,
                track.busyNanos));
    }

    private TimelineRow row(String name, int track, int lane, RowBoxes boxes, int deepest, long calls, long busyNanos) {
        List<TimelineBox> all = boxes.merged(this.boxes.leastNanos());
        int folded = deepest + 1 > limits.levels() ? outerLevels(all, deepest + 1 - limits.levels()) : 0;
        int levels = Math.min(boxes.levels() - folded, limits.levels());
        List<TimelineBox> shown = new ArrayList<>();
        for (TimelineBox box : all) {
            if (box.level() >= folded && box.level() < folded + levels) {
                shown.add(folded == 0 ? box : box.onLevel(box.level() - folded));
            }
        }
        return new TimelineRow(
                name, track, lane, shown, levels, folded, deepest + 1 - folded - levels, calls, busyNanos);
    }

    /** Returns how many levels from the outermost on are one call that fills the window, except the last of them. */
    private int outerLevels(List<TimelineBox> all, int most) {
        int level = 0;
        for (TimelineBox box : all) {
            boolean fills = box.startNanos() <= window.fromNanos() && box.endNanos() >= window.toNanos();
            if (box.level() != level || !fills) {
                break;
            }
            level++;
        }
        return Math.max(0, Math.min(level - 1, most));
    }

    /** Packs virtual threads into lanes. Returns how many have found one. */
    private int addLanes() {
        virtualThreads.sort(Comparator.<TrackBoxes>comparingInt(track -> track.track == focus() ? 0 : 1)
                .thenComparingLong(TimelineBuild::start)
                .thenComparingInt(track -> track.track));
        List<Lane> lanes = new ArrayList<>();
        int packed = 0;
        for (TrackBoxes track : virtualThreads) {
            Lane lane = freeLane(lanes, start(track), end(track));
            if (lane != null) {
                lane.add(track);
                rowOfTrack.put(track.track, rows.size() + lane.number);
                packed++;
            }
        }
        for (Lane lane : lanes) {
            rows.add(row(
                    ThreadNames.VIRTUAL,
                    lane.track,
                    lane.number,
                    lane.boxes,
                    lane.deepest,
                    lane.calls,
                    lane.busyNanos));
        }
        return packed;
    }

    private @Nullable Lane freeLane(List<Lane> lanes, long start, long end) {
        for (Lane lane : lanes) {
            if (lane.isFree(start, end)) {
                return lane;
            }
        }
        if (lanes.size() == limits.lanes()) {
            return null;
        }
        Lane added = new Lane(lanes.size());
        lanes.add(added);
        return added;
    }

    private static long start(TrackBoxes track) {
        long start = Long.MAX_VALUE;
        for (int level = 0; level < track.levels(); level++) {
            for (TimelineBox box : track.level(level).boxes()) {
                start = Math.min(start, box.startNanos());
            }
        }
        return start;
    }

    private static long end(TrackBoxes track) {
        long end = Long.MIN_VALUE;
        for (int level = 0; level < track.levels(); level++) {
            for (TimelineBox box : track.level(level).boxes()) {
                end = Math.max(end, box.endNanos());
            }
        }
        return end;
    }

    /** A row for virtual threads that do not overlap. Threads come by their starts, but the first may be any. */
    private static final class Lane {
        final int number;
        final RowBoxes boxes = new RowBoxes();
        int track;
        int deepest = -1;
        long calls;
        long busyNanos;
        private long firstStart;
        private long firstEnd = Long.MIN_VALUE;
        private long end = Long.MIN_VALUE;

        Lane(int number) {
            this.number = number;
        }

        boolean isFree(long start, long threadEnd) {
            boolean besideFirst = threadEnd < firstStart || start > firstEnd;
            return besideFirst && start > end;
        }

        void add(TrackBoxes added) {
            if (calls == 0) {
                track = added.track;
                firstStart = start(added);
                firstEnd = end(added);
            } else {
                end = end(added);
            }
            for (int level = 0; level < added.levels(); level++) {
                added.level(level).boxes().forEach(box -> boxes.add(box, 0));
            }
            deepest = Math.max(deepest, added.deepest);
            calls += added.calls;
            busyNanos += added.busyNanos;
        }
    }

    private List<TimelineArrow> ends() {
        long quantum = Math.max(1, boxes.leastNanos() * COLUMNS_OF_AN_ARROW);
        Map<List<Long>, TimelineArrow> merged = new LinkedHashMap<>();
        List<WindowArrows.Found> found = arrows.found();
        found.sort(
                Comparator.<WindowArrows.Found>comparingLong(arrow -> arrow.to().nanos())
                        .thenComparingInt(arrow -> arrow.to().track())
                        .thenComparing(WindowArrows.Found::name));
        for (WindowArrows.Found arrow : found) {
            TimelineArrow.End from = end(arrow.from(), TimelineArrow.End.EARLIER);
            TimelineArrow.End to = end(arrow.to(), 0);
            boolean shown =
                    from.row() >= 0 && window.contains(from.nanos()) || to.row() >= 0 && window.contains(to.nanos());
            if (!shown || isNested(arrow, from)) {
                continue;
            }
            List<Long> key = List.of(
                    (long) from.row(),
                    (long) to.row(),
                    (long) from.level(),
                    (long) to.level(),
                    Math.floorDiv(window.nearest(from.nanos()), quantum),
                    Math.floorDiv(window.nearest(to.nanos()), quantum));
            TimelineArrow same = merged.get(key);
            merged.put(
                    key,
                    same == null
                            ? new TimelineArrow(arrow.name(), from, to, 1)
                            : new TimelineArrow(same.name(), same.from(), same.to(), same.count() + 1));
        }
        return new ArrayList<>(merged.values());
    }

    /** Returns whether a run is inside of the call that was given the callback, which needs no arrow to show it. */
    private boolean isNested(WindowArrows.Found arrow, TimelineArrow.End from) {
        if (arrow.from() == null || arrow.from().track() != arrow.to().track() || from.row() < 0) {
            return false;
        }
        for (TimelineBox box : rows.get(from.row()).boxes()) {
            if (box.level() == from.level()
                    && box.startNanos() <= arrow.from().nanos()
                    && box.endNanos() >= arrow.to().nanos()) {
                return true;
            }
        }
        return false;
    }

    private TimelineArrow.End end(WindowArrows.@Nullable End end, long unknown) {
        if (end == null) {
            return new TimelineArrow.End(TimelineArrow.End.NO_ROW, 0, unknown);
        }
        int row = rowOfTrack.getOrDefault(end.track(), TimelineArrow.End.NO_ROW);
        return new TimelineArrow.End(row, row < 0 ? 0 : level(rows.get(row), end), end.nanos());
    }

    private static int level(TimelineRow row, WindowArrows.End end) {
        int level = end.depth() - row.foldedLevels();
        if (end.depth() == WindowArrows.End.AROUND) {
            level = 0;
            for (TimelineBox box : row.boxes()) {
                boolean around = box.startNanos() <= end.nanos() && box.endNanos() >= end.nanos();
                level = around ? Math.max(level, box.level()) : level;
            }
        } else if (end.depth() == WindowArrows.End.NEXT) {
            TimelineBox next = null;
            for (TimelineBox box : row.boxes()) {
                boolean later = box.startNanos() >= end.nanos();
                next = later && (next == null || box.startNanos() < next.startNanos()) ? box : next;
            }
            level = next == null ? 0 : next.level();
        }
        return Math.max(0, Math.min(level, row.levels() - 1));
    }
}
