// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.aggregate;

import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.StackFrames;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.event.TrackTable;
import dev.jtracer.engine.handler.HandlerConfig;
import dev.jtracer.engine.handler.HandlerContext;
import dev.jtracer.engine.handler.totals.Histogram;
import dev.jtracer.engine.pairing.PairingCounts;
import dev.jtracer.engine.pairing.SpanPairing;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** A short trace of anything: calls well nested and not, cut by writers and not, on threads and ids. */
final class RandomTrace {
    private record Event(Phase phase, int track, int name, long ts, long dur, int flags) {}

    private static final int NAMES = 3;

    final StringTable names = new StringTable();
    final TrackTable tracks = new TrackTable();
    private final Random random;
    private final boolean timesGoBack;
    private final List<Event> events = new ArrayList<>();
    private final List<List<Integer>> open = new ArrayList<>();
    private final long[] now;

    RandomTrace(Random random, int size, boolean timesGoBack) {
        this.random = random;
        this.timesGoBack = timesGoBack;
        for (int i = 0; i < NAMES; i++) {
            names.add("f" + i);
        }
        int count = 1 + random.nextInt(3);
        now = new long[count];
        for (int i = 0; i < count; i++) {
            tracks.addThread(Track.Kind.THREAD, 1, 10 + i, "");
            open.add(new ArrayList<>());
        }
        boolean wild = random.nextInt(3) == 0;
        int threads = random.nextInt(4) == 0 ? 1 : 0;
        while (events.size() < size) {
            int track = random.nextInt(count);
            now[track] += timesGoBack && random.nextInt(3) == 0 ? -random.nextInt(4) : random.nextInt(4);
            if (track < threads) {
                addOnThread(track);
            } else if (wild) {
                addWild(track);
            } else {
                addNested(track);
            }
        }
    }

    private void addOnThread(int track) {
        Phase[] phases = {Phase.DURATION_BEGIN, Phase.DURATION_END, Phase.COMPLETE};
        Phase phase = phases[random.nextInt(phases.length)];
        long dur = phase == Phase.COMPLETE ? random.nextInt(5) : 0;
        events.add(new Event(phase, track, random.nextInt(NAMES), now[track], dur, SpanFlags.NONE));
    }

    private void addWild(int track) {
        Phase[] phases = {Phase.ASYNC_BEGIN, Phase.ASYNC_BEGIN, Phase.ASYNC_END, Phase.ASYNC_END, Phase.ASYNC_INSTANT};
        Phase phase = phases[random.nextInt(phases.length)];
        int[] flags = {SpanFlags.NONE, SpanFlags.NONE, SpanFlags.NONE, SpanFlags.CONTINUED, SpanFlags.THREW};
        add(phase, track, random.nextInt(NAMES), flags[random.nextInt(flags.length)]);
    }

    /** Calls as they are, now and then one that is lost, and now and then the border of a file. */
    private void addNested(int track) {
        List<Integer> stack = open.get(track);
        int choice = random.nextInt(20);
        if (choice == 0) {
            for (int i = stack.size() - 1; i >= 0; i--) {
                add(Phase.ASYNC_END, track, stack.get(i), SpanFlags.CONTINUED | SpanFlags.UNFINISHED);
            }
            stack.forEach(name -> add(Phase.ASYNC_BEGIN, track, name, SpanFlags.CONTINUED));
        } else if (choice == 1) {
            add(Phase.ASYNC_END, track, random.nextInt(NAMES), SpanFlags.NONE);
        } else if (choice == 2) {
            add(Phase.ASYNC_BEGIN, track, random.nextInt(NAMES), SpanFlags.NONE);
        } else if (choice == 3) {
            add(Phase.ASYNC_INSTANT, track, 0, SpanFlags.NONE);
        } else if (stack.isEmpty() || (choice < 12 && stack.size() < 6)) {
            stack.add(random.nextInt(NAMES));
            add(Phase.ASYNC_BEGIN, track, stack.get(stack.size() - 1), SpanFlags.NONE);
        } else {
            add(Phase.ASYNC_END, track, stack.remove(stack.size() - 1), choice == 19 ? SpanFlags.THREW : 0);
        }
    }

    private void add(Phase phase, int track, int name, int flags) {
        events.add(new Event(phase, track, name, now[track], 0, flags));
    }

    int size() {
        return events.size();
    }

    /** The trace in pieces, cut anywhere, a piece a segment; a piece may be empty. */
    List<FunctionTotals> cut(int pieces) {
        List<FunctionTotals> partials = new ArrayList<>();
        int from = 0;
        for (int segment = 0; segment < pieces; segment++) {
            int to = segment == pieces - 1 ? events.size() : from + random.nextInt(events.size() - from + 1);
            partials.add(partial(segment, from, to));
            from = to;
        }
        return partials;
    }

    private FunctionTotals partial(int segment, int from, int to) {
        FunctionTotalsHandler handler = new FunctionTotalsHandler(segment);
        handler.initialize(new HandlerContext(
                names,
                new StringTable(),
                tracks,
                StackFrames.NONE,
                () -> PairingCounts.NONE,
                HandlerConfig.DEFAULT,
                List.of()));
        ReplayedEvent view = new ReplayedEvent();
        for (Event event : events.subList(from, to)) {
            handler.handleEvent(fill(view, event));
        }
        handler.finish();
        return handler.data();
    }

    private TraceEvent fill(ReplayedEvent view, Event event) {
        return view.set(
                event.phase(),
                event.track(),
                event.name(),
                names.get(event.name()),
                event.ts(),
                event.dur(),
                event.flags());
    }

    /** Pairs the whole trace with the engine and sums the spans in the simplest way. */
    String expected() {
        Map<String, List<long[]>> spans = new TreeMap<>();
        SpanPairing pairing =
                new SpanPairing(span -> spans.computeIfAbsent(names.get(span.nameIndex()), name -> new ArrayList<>())
                        .add(new long[] {span.endNanos() - span.startNanos(), span.selfNanos(), span.flags()}));
        ReplayedEvent view = new ReplayedEvent();
        events.forEach(event -> pairing.accept(fill(view, event)));
        pairing.finish();
        StringBuilder text = new StringBuilder();
        spans.forEach((name, calls) -> text.append(row(name, calls)));
        return text + "unmatched " + pairing.counts().unmatchedBegins() + " "
                + pairing.counts().unmatchedEnds();
    }

    private static String row(String name, List<long[]> calls) {
        List<long[]> done = calls.stream()
                .filter(call -> (call[2] & SpanFlags.UNFINISHED) == 0)
                .toList();
        Histogram durations = new Histogram();
        done.forEach(call -> durations.add(call[0]));
        return text(new FunctionStatistics.Row(
                name,
                done.size(),
                done.stream().mapToLong(call -> call[0]).min().orElse(0),
                done.stream().mapToLong(call -> call[0]).max().orElse(0),
                done.stream().mapToLong(call -> call[0]).sum(),
                done.stream().mapToLong(call -> call[1]).sum(),
                done.stream().filter(call -> (call[2] & SpanFlags.THREW) != 0).count(),
                calls.size() - done.size(),
                durations));
    }

    private static String text(FunctionStatistics.Row row) {
        return row + " " + row.durations().hashCode() + "\n";
    }

    /** A result in the form of {@link #expected}. */
    static String text(FunctionStatistics statistics) {
        Map<String, String> rows = new TreeMap<>();
        statistics.rows().forEach(row -> rows.put(row.name(), text(row)));
        return String.join("", rows.values()) + "unmatched " + statistics.unmatchedBegins() + " "
                + statistics.unmatchedEnds();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(timesGoBack ? "times go back\n" : "");
        for (Event event : events) {
            text.append(event.track())
                    .append(' ')
                    .append(event.phase().code())
                    .append(" f")
                    .append(event.name());
            text.append(" @").append(event.ts()).append(" +").append(event.dur());
            text.append(" flags ").append(event.flags()).append('\n');
        }
        return text.toString();
    }
}
