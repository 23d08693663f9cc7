// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report.html;

import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.handler.window.TimeWindow;
import dev.jtracer.engine.handler.window.WindowCalls;
import dev.jtracer.engine.report.TraceReport;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * The timelines of windows. Windows overlap, so the calls of all are written once, a row a thread, in columns of
 * numbers; a window has a list of rows.
 */
final class TimelineModel {
    private static final int MOST_CALLS = 70_000;
    private static final int MOST_THREADS = 100;
    private static final int MOST_VIRTUAL_THREADS = 600;
    private static final int MOST_ARROWS = 600;
    /** Flags that a page shows. */
    private static final int SHOWN = SpanFlags.THREW | SpanFlags.UNFINISHED | SpanFlags.CALLBACK | SpanFlags.AMBIGUOUS;

    private static final Comparator<WindowCalls.Call> LONGEST_FIRST =
            Comparator.comparingLong((WindowCalls.Call call) -> nanos(call)).reversed();
    private static final Comparator<WindowCalls.Call> BY_TIME = Comparator.comparingLong(
                    (WindowCalls.Call call) -> call.startNanos())
            .thenComparingInt(WindowCalls.Call::depth);

    private final TraceReport report;
    private final IntFunction<Track> tracks;
    private final NameIndex names;
    private final long originNanos;
    /** By track, the calls in the order of their begins. */
    private final SortedMap<Integer, List<WindowCalls.Call>> calls = new TreeMap<>();

    private final Map<Integer, Integer> rowOfTrack = new LinkedHashMap<>();
    /** By window, the duration of the longest call that was not taken for it; 0 if all were. */
    private final List<Long> longestNotTaken = new ArrayList<>();

    private TimelineModel(TraceReport report, IntFunction<Track> tracks, NameIndex names) {
        this.report = report;
        this.tracks = tracks;
        this.names = names;
        this.originNanos = report.meta().startNanos();
    }

    /**
     * Returns the timelines of windows.
     *
     * @param subjects by window, the tracks for which it was chosen
     * @param tracks tracks of the calls by their index
     */
    static Map<String, Object> of(
            List<WindowCalls> windows,
            List<Set<Integer>> subjects,
            TraceReport report,
            IntFunction<Track> tracks,
            NameIndex names) {
        TimelineModel model = new TimelineModel(report, tracks, names);
        model.takeLongest(windows);
        List<Object> rows = new ArrayList<>();
        model.calls.forEach((track, ofTrack) -> {
            model.rowOfTrack.put(track, rows.size());
            rows.add(model.row(track, ofTrack));
        });
        List<Object> list = new ArrayList<>();
        for (int i = 0; i < windows.size(); i++) {
            list.add(model.window(windows.get(i), subjects.get(i), model.longestNotTaken.get(i)));
        }
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("rows", rows);
        json.put("windows", list);
        return json;
    }

    /** Takes the longest calls of each window, fewer of each until all together are at most {@value #MOST_CALLS}. */
    private void takeLongest(List<WindowCalls> windows) {
        List<List<WindowCalls.Call>> sorted = windows.stream()
                .map(window -> window.calls().stream().sorted(LONGEST_FIRST).toList())
                .toList();
        int most = sorted.stream().mapToInt(List::size).max().orElse(0);
        int[] ranks = bestRanks(sorted);
        while (below(most, ranks) > MOST_CALLS) {
            most = most * 3 / 4;
        }
        for (List<WindowCalls.Call> window : sorted) {
            longestNotTaken.add(window.size() > most ? nanos(window.get(most)) : 0);
        }
        longest(sorted, most).forEach(call -> calls.computeIfAbsent(call.track(), track -> new ArrayList<>())
                .add(call));
        calls.values().forEach(ofTrack -> ofTrack.sort(BY_TIME));
    }

    /** Returns for each call its least index in a list: it is taken if more calls of each list are. */
    private static int[] bestRanks(List<List<WindowCalls.Call>> sorted) {
        Map<WindowCalls.Call, Integer> ranks = new HashMap<>();
        for (List<WindowCalls.Call> window : sorted) {
            for (int rank = 0; rank < window.size(); rank++) {
                ranks.merge(window.get(rank), rank, Math::min);
            }
        }
        return ranks.values().stream().mapToInt(Integer::intValue).toArray();
    }

    private static long below(int most, int[] ranks) {
        return IntStream.of(ranks).filter(rank -> rank < most).count();
    }

    private static Set<WindowCalls.Call> longest(List<List<WindowCalls.Call>> sorted, int most) {
        Set<WindowCalls.Call> taken = new HashSet<>();
        sorted.forEach(window -> taken.addAll(window.subList(0, Math.min(most, window.size()))));
        return taken;
    }

    private static long nanos(WindowCalls.Call call) {
        return call.endNanos() - call.startNanos();
    }

    private Map<String, Object> row(int track, List<WindowCalls.Call> ofTrack) {
        List<Object> depths = new ArrayList<>();
        List<Object> nameIndexes = new ArrayList<>();
        List<Object> starts = new ArrayList<>();
        List<Object> durations = new ArrayList<>();
        List<Object> flags = new ArrayList<>();
        long before = originNanos;
        for (WindowCalls.Call call : ofTrack) {
            depths.add(call.depth());
            nameIndexes.add(names.of(call.name()));
            starts.add(call.startNanos() - before);
            durations.add(nanos(call));
            flags.add(call.flags() & SHOWN);
            before = call.startNanos();
        }
        Track found = tracks.apply(track);
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("thread", report.meta().threadTitle(found));
        json.put("track", track);
        json.put("virtual", isVirtual(track));
        json.put("depth", depths);
        json.put("name", nameIndexes);
        json.put("startAfter", starts);
        json.put("nanos", durations);
        json.put("flags", flags);
        return json;
    }

    private boolean isVirtual(int track) {
        return tracks.apply(track).kind() == Track.Kind.VIRTUAL_THREAD;
    }

    private Map<String, Object> window(WindowCalls window, Set<Integer> subjects, long longestOfOthers) {
        List<WindowCalls.Arrow> arrows = arrows(window, subjects);
        List<Integer> order = order(window, subjects, arrows);
        Map<Integer, Integer> deepest = new HashMap<>();
        order.forEach(track -> deepest.put(track, deepest(track, window.window())));
        List<List<Object>> drawn = arrows.stream()
                .filter(arrow -> deepest.containsKey(arrow.fromTrack()) && deepest.containsKey(arrow.toTrack()))
                .map(arrow -> arrow(arrow, deepest))
                .toList();
        long threads = window.calls().stream()
                .mapToInt(WindowCalls.Call::track)
                .distinct()
                .count();
        long ambiguousRuns =
                window.arrows().stream().filter(WindowCalls.Arrow::ambiguous).count();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("startNanos", window.window().fromNanos() - originNanos);
        json.put("nanos", window.window().toNanos() - window.window().fromNanos());
        boolean isCounted = window.dropped() != WindowCalls.NOT_COUNTED;
        json.put("calls", isCounted ? window.calls().size() + window.dropped() : WindowCalls.NOT_COUNTED);
        json.put("longestDropped", Math.max(longestOfOthers, window.droppedNanos()));
        json.put("rows", order.stream().map(rowOfTrack::get).toList());
        json.put("arrows", drawn);
        json.put("moreThreads", threads - order.size());
        json.put("moreArrows", window.arrows().size() - ambiguousRuns - drawn.size() + window.arrowsDropped());
        json.put("ambiguousRuns", ambiguousRuns);
        return json;
    }

    /** Returns the arrows to draw: the subjects', then those of the longest waits. None leads to an ambiguous run. */
    private static List<WindowCalls.Arrow> arrows(WindowCalls window, Set<Integer> subjects) {
        return window.arrows().stream()
                .filter(arrow -> !arrow.ambiguous())
                .sorted(Comparator.comparing((WindowCalls.Arrow arrow) ->
                                !subjects.contains(arrow.fromTrack()) && !subjects.contains(arrow.toTrack()))
                        .thenComparingLong(arrow -> arrow.fromNanos() - arrow.toNanos()))
                .limit(MOST_ARROWS)
                .sorted(Comparator.comparingLong(WindowCalls.Arrow::fromNanos))
                .toList();
    }

    /** Returns the level of the innermost call that a window shows of a track. */
    private int deepest(int track, TimeWindow window) {
        return calls.getOrDefault(track, List.of()).stream()
                .filter(call -> window.overlaps(call.startNanos(), call.endNanos()))
                .mapToInt(WindowCalls.Call::depth)
                .max()
                .orElse(0);
    }

    /** Returns an arrow of rows that end at their innermost calls, while its own calls may not be taken. */
    private List<Object> arrow(WindowCalls.Arrow arrow, Map<Integer, Integer> deepest) {
        return List.of(
                rowOfTrack.getOrDefault(arrow.fromTrack(), 0),
                Math.min(arrow.fromDepth(), deepest.getOrDefault(arrow.fromTrack(), 0)),
                arrow.fromNanos() - originNanos,
                rowOfTrack.getOrDefault(arrow.toTrack(), 0),
                Math.min(arrow.toDepth(), deepest.getOrDefault(arrow.toTrack(), 0)),
                arrow.toNanos() - originNanos);
    }

    /** The measures that order the threads of a window. */
    private static final class Presence {
        long firstNanos = Long.MAX_VALUE;
        int calls;
        boolean linked;
    }

    /**
     * Returns the tracks to show: the subjects, then platform threads, then virtual ones, each in the order of their
     * first calls. If there are too many, those with arrows and most calls are taken.
     */
    private List<Integer> order(WindowCalls window, Set<Integer> subjects, List<WindowCalls.Arrow> arrows) {
        Map<Integer, Presence> presences = new TreeMap<>();
        for (WindowCalls.Call call : window.calls()) {
            if (rowOfTrack.containsKey(call.track())) {
                Presence presence = presences.computeIfAbsent(call.track(), track -> new Presence());
                presence.firstNanos = Math.min(presence.firstNanos, call.startNanos());
                presence.calls++;
            }
        }
        for (WindowCalls.Arrow arrow : arrows) {
            for (int track : new int[] {arrow.fromTrack(), arrow.toTrack()}) {
                Presence presence = presences.get(track);
                if (presence != null) {
                    presence.linked = true;
                }
            }
        }
        Comparator<Map.Entry<Integer, Presence>> subjectsFirst =
                Comparator.comparing(entry -> !subjects.contains(entry.getKey()));
        List<Map.Entry<Integer, Presence>> chosen = new ArrayList<>();
        for (boolean virtual : new boolean[] {false, true}) {
            presences.entrySet().stream()
                    .filter(entry -> isVirtual(entry.getKey()) == virtual)
                    .sorted(subjectsFirst
                            .thenComparing(entry -> !entry.getValue().linked)
                            .thenComparingInt(entry -> -entry.getValue().calls))
                    .limit(virtual ? MOST_VIRTUAL_THREADS : MOST_THREADS)
                    .forEach(chosen::add);
        }
        return chosen.stream()
                .sorted(subjectsFirst
                        .thenComparing(entry -> isVirtual(entry.getKey()))
                        .thenComparingLong(entry -> entry.getValue().firstNanos))
                .map(Map.Entry::getKey)
                .toList();
    }
}
