// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.timeline;

import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.handler.CollectingHandler;
import dev.jtracer.engine.handler.SpanHandler;
import dev.jtracer.engine.handler.meta.Meta;
import dev.jtracer.engine.handler.meta.MetaHandler;
import dev.jtracer.engine.pairing.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A handler that collects the boxes and arrows of a window of a trace, and then chooses the rows for them. Memory is
 * bounded by the limits and does not depend on the trace's length.
 */
public final class TimelineHandler extends CollectingHandler<Timeline> implements SpanHandler<Timeline> {
    private static final int MOST_NAMES = 100;
    /** Arrows whose ends are less than this number of columns apart are one. */
    private static final int COLUMNS_OF_AN_ARROW = 6;

    private final TimelineWindow window;
    private final TimelineLimits limits;
    private final Predicate<String> wanted;
    private final WindowBoxes boxes;
    private final WindowArrows arrows;
    private final List<TimelineRow> rows = new ArrayList<>();
    private final Map<Integer, Integer> rowOfTrack = new HashMap<>();
    private final List<RowBoxes> platformThreads = new ArrayList<>();
    private final List<RowBoxes> virtualThreads = new ArrayList<>();
    private int threads;
    private int virtuals;

    /** @param threads accepts the names of the threads that get a row */
    public TimelineHandler(TimelineWindow window, TimelineLimits limits, Predicate<String> threads) {
        super(MetaHandler.class);
        this.window = window;
        this.limits = limits;
        this.wanted = threads;
        this.boxes = new WindowBoxes(window, limits);
        this.arrows = new WindowArrows(window);
    }

    @Override
    public Set<Phase> phases() {
        return EnumSet.of(Phase.FLOW_START, Phase.FLOW_STEP, Phase.FLOW_FINISH);
    }

    @Override
    public boolean needs(long fromNanos, long toNanos) {
        return window.overlaps(fromNanos, toNanos);
    }

    @Override
    public void handleEvent(TraceEvent event) {
        arrows.add(event);
    }

    @Override
    public void handleSpan(Span span) {
        boolean isCall = (span.flags() & SpanFlags.PASS) == 0;
        if (isCall && window.overlaps(span.startNanos(), span.endNanos())) {
            boxes.add(span, context().names().get(span.nameIndex()));
        }
        if (WindowArrows.isEnd(span)) {
            arrows.add(span, track(span.track()).pid(), context().names().get(span.nameIndex()));
        }
    }

    @Override
    protected Timeline result() {
        boxes.merge();
        List<String> found = sortThreads();
        List<RowBoxes> shown = busiest(platformThreads);
        for (RowBoxes track : shown) {
            rowOfTrack.put(track.track, rows.size());
            rows.add(row(name(track.track), TimelineRow.NO_LANE, track));
        }
        int packed = addLanes();
        List<TimelineArrow> ends = ends();
        return new Timeline(
                window,
                rows,
                TimelineArrow.evenly(ends, limits.arrows()),
                boxes.calls(),
                boxes.runs(),
                threads - shown.size(),
                virtuals,
                virtuals - packed,
                arrows.hidden() + Math.max(0, ends.size() - limits.arrows()),
                arrows.ambiguous(),
                found);
    }

    private Track track(int index) {
        return context().tracks().get(index);
    }

    private boolean isVirtual(int track) {
        return track(track).kind() == Track.Kind.VIRTUAL_THREAD;
    }

    private List<String> sortThreads() {
        List<String> found = new ArrayList<>();
        for (RowBoxes track : boxes.tracks()) {
            boolean ofVirtual = isVirtual(track.track);
            virtuals += ofVirtual ? 1 : 0;
            threads += ofVirtual ? 0 : 1;
            String name = name(track.track);
            if (found.size() < MOST_NAMES) {
                found.add(name);
            }
            if (wanted.test(name)) {
                (ofVirtual ? virtualThreads : platformThreads).add(track);
            }
        }
        int virtualsDropped =
                (int) boxes.dropped.stream().filter(this::isVirtual).count();
        virtuals += virtualsDropped;
        threads += boxes.dropped.cardinality() - virtualsDropped;
        return found;
    }

    private Meta meta() {
        return context().dataOf(MetaHandler.class);
    }

    /** Returns the name of a track's thread, with its process where there are several. */
    private String name(int track) {
        return meta().threadTitle(track(track));
    }

    private boolean isMain(int index) {
        Track track = track(index);
        String name = track.name().isEmpty() ? meta().threadName(track.pid(), track.tid()) : track.name();
        return name.equals("main");
    }

    /** Returns the busiest threads, the one of the window's call among them, in the order of their rows. */
    private List<RowBoxes> busiest(List<RowBoxes> all) {
        List<RowBoxes> sorted = new ArrayList<>(all);
        sorted.sort(RowBoxes.busiestFirst(window.track()));
        List<RowBoxes> most = new ArrayList<>(sorted.subList(0, Math.min(sorted.size(), limits.threads())));
        most.sort(Comparator.<RowBoxes>comparingLong(track -> track(track.track).pid())
                .thenComparingInt(track -> isMain(track.track) ? 0 : 1)
                .thenComparingLong(track -> track(track.track).tid())
                .thenComparingInt(track -> track.track));
        return most;
    }

    private TimelineRow row(String name, int lane, RowBoxes boxes) {
        List<TimelineBox> all = boxes.boxes();
        int deepest = boxes.deepest;
        int folded = deepest + 1 > limits.levels() ? outerLevels(all, deepest + 1 - limits.levels()) : 0;
        int levels = Math.min(boxes.levels() - folded, limits.levels());
        List<TimelineBox> shown = all.stream()
                .filter(box -> box.level() >= folded && box.level() < folded + levels)
                .map(box -> folded == 0 ? box : box.onLevel(box.level() - folded))
                .toList();
        return new TimelineRow(name, boxes.track, lane, shown, levels, folded, deepest + 1 - folded - levels);
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
        virtualThreads.sort(Comparator.<RowBoxes>comparingInt(track -> track.track == window.track() ? 0 : 1)
                .thenComparingLong(track -> track.startNanos)
                .thenComparingInt(track -> track.track));
        List<Lane> lanes = new ArrayList<>();
        int packed = 0;
        for (RowBoxes track : virtualThreads) {
            int number = 0;
            while (number < lanes.size() && !lanes.get(number).isFree(track)) {
                number++;
            }
            if (number == limits.lanes()) {
                continue;
            }
            if (number == lanes.size()) {
                lanes.add(new Lane(track));
            } else {
                lanes.get(number).add(track);
            }
            rowOfTrack.put(track.track, rows.size() + number);
            packed++;
        }
        for (int i = 0; i < lanes.size(); i++) {
            lanes.get(i).boxes.merge(boxes.leastNanos());
            rows.add(row(TraceWords.VIRTUAL_THREADS, i, lanes.get(i).boxes));
        }
        return packed;
    }

    /** A row for virtual threads that do not overlap. Threads come by their starts, but the first may be any. */
    private static final class Lane {
        final RowBoxes boxes;
        private final RowBoxes first;
        private long end = Long.MIN_VALUE;

        Lane(RowBoxes first) {
            this.first = first;
            boxes = new RowBoxes(first.track);
            boxes.addAll(first);
        }

        boolean isFree(RowBoxes thread) {
            boolean besideFirst = thread.endNanos < first.startNanos || thread.startNanos > first.endNanos;
            return besideFirst && thread.startNanos > end;
        }

        void add(RowBoxes thread) {
            boxes.addAll(thread);
            end = thread.endNanos;
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
            merged.merge(
                    key,
                    new TimelineArrow(arrow.name(), from, to, 1),
                    (same, more) -> new TimelineArrow(same.name(), same.from(), same.to(), same.count() + 1));
        }
        return new ArrayList<>(merged.values());
    }

    /** Returns whether a run is inside of the call that was passed the callback, which needs no arrow to show it. */
    private boolean isNested(WindowArrows.Found arrow, TimelineArrow.End from) {
        WindowArrows.End passed = arrow.from();
        if (passed == null || passed.track() != arrow.to().track() || from.row() < 0) {
            return false;
        }
        return rows.get(from.row()).boxes().stream()
                .anyMatch(box -> box.level() == from.level()
                        && box.startNanos() <= passed.nanos()
                        && box.endNanos() >= arrow.to().nanos());
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
            level = row.boxes().stream()
                    .filter(box -> box.startNanos() <= end.nanos() && box.endNanos() >= end.nanos())
                    .mapToInt(TimelineBox::level)
                    .max()
                    .orElse(0);
        } else if (end.depth() == WindowArrows.End.NEXT) {
            level = row.boxes().stream()
                    .filter(box -> box.startNanos() >= end.nanos())
                    .min(Comparator.comparingLong(TimelineBox::startNanos))
                    .map(TimelineBox::level)
                    .orElse(0);
        }
        return Math.max(0, Math.min(level, row.levels() - 1));
    }
}
