// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report.html;

import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.event.TrackTable;
import dev.jtracer.engine.handler.window.WindowCalls;
import dev.jtracer.engine.report.TraceReport;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Timelines: the calls of windows, a row a thread, in columns of numbers; times count from the window's start. */
final class WindowModel {
    private static final int MOST_CALLS = 60_000;
    private static final int MOST_ROWS = 100;
    /** Flags that a page shows. */
    private static final int SHOWN = SpanFlags.THREW | SpanFlags.UNFINISHED | SpanFlags.CALLBACK | SpanFlags.AMBIGUOUS;

    private final TraceReport report;
    private final TrackTable tracks;
    private final NameIndex names;

    private WindowModel(TraceReport report, TrackTable tracks, NameIndex names) {
        this.report = report;
        this.tracks = tracks;
        this.names = names;
    }

    /**
     * Returns the timelines of windows.
     *
     * @param tracks tracks of the source that the calls come from
     */
    static List<Object> of(List<WindowCalls> windows, TraceReport report, TrackTable tracks, NameIndex names) {
        WindowModel model = new WindowModel(report, tracks, names);
        int most = share(windows);
        List<Object> list = new ArrayList<>();
        windows.forEach(window -> list.add(model.window(window, most)));
        return list;
    }

    /** Returns how many calls each window may have at most, so that all together stay within the limit. */
    private static int share(List<WindowCalls> windows) {
        int[] sizes = windows.stream()
                .mapToInt(window -> window.calls().size())
                .sorted()
                .toArray();
        int left = MOST_CALLS;
        for (int i = 0; i < sizes.length; i++) {
            int share = left / (sizes.length - i);
            if (sizes[i] > share) {
                return share;
            }
            left -= sizes[i];
        }
        return MOST_CALLS;
    }

    private Map<String, Object> window(WindowCalls window, int most) {
        List<WindowCalls.Call> calls = longest(window.calls(), most);
        long leftOut = window.leftOut() + window.calls().size() - calls.size();
        long leftOutNanos = window.leftOutNanos();
        if (calls.size() < window.calls().size()) {
            leftOutNanos = Math.max(
                    leftOutNanos,
                    calls.stream().mapToLong(WindowModel::nanos).min().orElse(0));
        }
        Map<Integer, List<WindowCalls.Call>> byTrack = new LinkedHashMap<>();
        calls.forEach(call -> byTrack.computeIfAbsent(call.track(), track -> new ArrayList<>())
                .add(call));
        Map<Integer, Integer> rowOfTrack = new HashMap<>();
        List<Object> rows = new ArrayList<>();
        for (int track : order(byTrack, window.arrows())) {
            rowOfTrack.put(track, rows.size());
            rows.add(row(track, byTrack.get(track), window.window().fromNanos()));
        }
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("startNanos", window.window().fromNanos() - report.meta().startNanos());
        json.put("nanos", window.window().toNanos() - window.window().fromNanos());
        json.put("rows", rows);
        json.put("arrows", arrows(window, rowOfTrack));
        json.put("moreThreads", byTrack.size() - rows.size());
        json.put("leftOut", leftOut);
        json.put("leftOutNanos", leftOutNanos);
        json.put("arrowsLeftOut", window.arrowsLeftOut());
        return json;
    }

    private static long nanos(WindowCalls.Call call) {
        return call.endNanos() - call.startNanos();
    }

    private static List<WindowCalls.Call> longest(List<WindowCalls.Call> calls, int most) {
        if (calls.size() <= most) {
            return calls;
        }
        boolean[] kept = new boolean[calls.size()];
        IntStream.range(0, calls.size())
                .boxed()
                .sorted(Comparator.comparingLong((Integer i) -> nanos(calls.get(i)))
                        .reversed())
                .limit(most)
                .forEach(i -> kept[i] = true);
        return IntStream.range(0, calls.size())
                .filter(i -> kept[i])
                .mapToObj(calls::get)
                .toList();
    }

    /** Returns the tracks to show, those with arrows and many calls, in the order of their first calls, virtual threads last. */
    private List<Integer> order(Map<Integer, List<WindowCalls.Call>> byTrack, List<WindowCalls.Arrow> arrows) {
        Map<Integer, Boolean> tied = new HashMap<>();
        arrows.forEach(arrow -> {
            tied.put(arrow.fromTrack(), true);
            tied.put(arrow.toTrack(), true);
        });
        return byTrack.keySet().stream()
                .sorted(Comparator.comparing((Integer track) -> !tied.containsKey(track))
                        .thenComparing(track -> -(long) byTrack.get(track).size()))
                .limit(MOST_ROWS)
                .sorted(Comparator.comparing(
                                (Integer track) -> tracks.get(track).kind() == Track.Kind.VIRTUAL_THREAD)
                        .thenComparingLong(track -> byTrack.get(track).get(0).startNanos()))
                .toList();
    }

    private Map<String, Object> row(int track, List<WindowCalls.Call> calls, long fromNanos) {
        List<Object> depths = new ArrayList<>();
        List<Object> nameIndexes = new ArrayList<>();
        List<Object> starts = new ArrayList<>();
        List<Object> durations = new ArrayList<>();
        List<Object> flags = new ArrayList<>();
        for (WindowCalls.Call call : calls) {
            depths.add(call.depth());
            nameIndexes.add(names.of(call.name()));
            starts.add(call.startNanos() - fromNanos);
            durations.add(nanos(call));
            flags.add(call.flags() & SHOWN);
        }
        Track found = tracks.get(track);
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("thread", report.threadName(found));
        json.put("track", track);
        json.put("virtual", found.kind() == Track.Kind.VIRTUAL_THREAD);
        json.put("depth", depths);
        json.put("name", nameIndexes);
        json.put("start", starts);
        json.put("nanos", durations);
        json.put("flags", flags);
        return json;
    }

    private static List<Object> arrows(WindowCalls window, Map<Integer, Integer> rowOfTrack) {
        long fromNanos = window.window().fromNanos();
        List<Object> arrows = new ArrayList<>();
        for (WindowCalls.Arrow arrow : window.arrows()) {
            Integer from = rowOfTrack.get(arrow.fromTrack());
            Integer to = rowOfTrack.get(arrow.toTrack());
            if (from != null && to != null) {
                arrows.add(List.of(
                        from,
                        arrow.fromDepth(),
                        arrow.fromNanos() - fromNanos,
                        to,
                        arrow.toDepth(),
                        arrow.toNanos() - fromNanos,
                        arrow.ambiguous() ? 1 : 0));
            }
        }
        return arrows;
    }
}
