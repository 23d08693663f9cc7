// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.window;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.ByIndex;
import dev.jtracer.engine.event.EventConsumer;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.exporter.trace.PointEvents;
import dev.jtracer.engine.pairing.OpenSpans;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Distribution of a trace's events to windows. The calls that are open on a track where it comes to the start of a
 * window are begun again there, and those that are open at the end of the window are ended there, so that calls nest
 * as in the whole trace. Needs the events of each track in the order of time; tracks may come in any order. Its
 * memory grows with the tracks and the open calls.
 */
final class WindowCutter {
    private final List<CutWindow> windows;
    private final int firstNumber;
    private final ObjIntConsumer<TraceEvent> sink;
    private final long[] delivered;
    private final CutEvent view;
    private final CutArrows arrows = new CutArrows();
    /** Complete events that reach over a border: at most as many at each border as calls nest there. */
    private final List<TraceEvent> reaching = new ArrayList<>();

    private final ByIndex<OpenCalls> tracks = new ByIndex<>();
    private long latestNanos = Long.MIN_VALUE;
    private long events;
    private long resumed;
    private long suspended;

    /**
     * @param source source of the events
     * @param windows in the order of time, without an overlap
     * @param firstNumber number of the first window among the parts of the trace, from 1; 0 if they are not numbered
     * @param firstIndex index of the first event in each window
     * @param sink takes the events, valid during the call, with the number of their window, from 0
     */
    WindowCutter(
            TraceSource source,
            List<CutWindow> windows,
            int firstNumber,
            long firstIndex,
            ObjIntConsumer<TraceEvent> sink) {
        this.view = new CutEvent(source);
        this.windows = List.copyOf(windows);
        this.firstNumber = firstNumber;
        this.sink = sink;
        this.delivered = new long[windows.size()];
        Arrays.fill(delivered, firstIndex);
    }

    private void take(TraceEvent event) {
        Phase phase = event.phase();
        if (phase != Phase.METADATA) {
            latestNanos = Math.max(latestNanos, event.tsNanos() + event.durNanos());
        }
        switch (phase) {
            case METADATA, CLOCK_SYNC -> toAll(event);
            case ASYNC_BEGIN, DURATION_BEGIN, LEGACY_ASYNC_START -> begin(event);
            case ASYNC_END, DURATION_END, LEGACY_ASYNC_FINISH -> end(event);
            case ASYNC_INSTANT, LEGACY_ASYNC_STEP_INTO, LEGACY_ASYNC_STEP_PAST -> step(event);
            case COMPLETE -> complete(event);
            case INSTANT -> instant(event);
            default -> deliver(windowOf(event.tsNanos()), event);
        }
    }

    /** Returns a consumer that takes the events of a trace, until {@code isDone}. */
    EventConsumer until(BooleanSupplier isDone) {
        return new EventConsumer() {
            @Override
            public void accept(TraceEvent event) {
                take(event);
            }

            @Override
            public boolean isDone() {
                return isDone.getAsBoolean();
            }

            @Override
            public boolean needs(long fromNanos, long toNanos) {
                for (CutWindow window : windows) {
                    if (fromNanos <= window.toNanos() && window.fromNanos() <= toNanos) {
                        return true;
                    }
                }
                return false;
            }

            @Override
            public boolean needsPasses() {
                return false; // what is outside of the windows says nothing about the arrows within
            }
        };
    }

    /** Ends the windows, when all events have been taken. */
    void finish() {
        tracks.values().forEach(this::finish);
        finishReaching();
        arrows.finish();
    }

    private void finish(OpenCalls track) {
        for (; track.window < windows.size(); track.window++, track.inside = false) {
            CutWindow window = windows.get(track.window);
            if (!track.inside && window.fromNanos() <= latestNanos) {
                resume(track, window);
            }
            // A window that ends after the trace leaves its calls as the trace does, without an end.
            if (window.toNanos() <= latestNanos) {
                suspend(track, window);
            }
        }
    }

    CutCounts counts() {
        return new CutCounts(events, resumed, suspended, arrows.runs(), arrows.passes(), arrows.isComplete());
    }

    /** Returns the index of the next event of a window: how many it has got, if its first index is 0. */
    long delivered(int window) {
        return delivered[window];
    }

    /** Returns the latest time of all events; {@link Long#MIN_VALUE} without any. */
    long latestNanos() {
        return latestNanos;
    }

    private void begin(TraceEvent event) {
        OpenCalls track = track(event.track());
        int window = advance(track, event.tsNanos(), false);
        track.begin(event);
        arrows.take(event, window);
        deliver(window, event);
    }

    private void end(TraceEvent event) {
        OpenCalls track = track(event.track());
        int window = advance(track, event.tsNanos(), true);
        track.end(event);
        deliver(window, event);
    }

    private void step(TraceEvent event) {
        deliver(advance(track(event.track()), event.tsNanos(), false), event);
    }

    /** Moves a track to the window of a time. Returns its number; {@link CutArrows#OUTSIDE} if there is none. */
    private int advance(OpenCalls track, long tsNanos, boolean isEnd) {
        // What ends at a border belongs to the time before it, and what begins there to the time after it.
        long last = isEnd ? tsNanos - 1 : tsNanos;
        while (track.window < windows.size()) {
            CutWindow window = windows.get(track.window);
            if (!track.inside) {
                if (last < window.fromNanos()) {
                    return CutArrows.OUTSIDE;
                }
                resume(track, window);
                track.inside = true;
            }
            if (last < window.toNanos()) {
                return track.window;
            }
            suspend(track, window);
            track.inside = false;
            track.window++;
        }
        return CutArrows.OUTSIDE;
    }

    private void resume(OpenCalls track, CutWindow window) {
        for (TraceEvent begin : track.begins) {
            int number = track.window;
            sink.accept(view.resumed(begin, delivered[number]++, window.fromNanos()), number);
            resumed += isThread(begin) ? 0 : 1;
        }
    }

    private void suspend(OpenCalls track, CutWindow window) {
        List<TraceEvent> begins = track.begins;
        for (int level = begins.size() - 1; level >= 0; level--) {
            TraceEvent begin = begins.get(level);
            int number = track.window;
            sink.accept(view.suspended(begin, endOf(begin.phase()), delivered[number]++, window.toNanos()), number);
            suspended += isThread(begin) ? 0 : 1;
        }
    }

    /** Returns whether a begin is that of the span which names a thread's row. */
    private static boolean isThread(TraceEvent begin) {
        return (begin.flags() & SpanFlags.THREAD) != 0;
    }

    private static Phase endOf(Phase begin) {
        return switch (begin) {
            case DURATION_BEGIN -> Phase.DURATION_END;
            case LEGACY_ASYNC_START -> Phase.LEGACY_ASYNC_FINISH;
            default -> Phase.ASYNC_END;
        };
    }

    private void complete(TraceEvent event) {
        long start = event.tsNanos();
        long end = start + event.durNanos();
        int number = windowOf(start);
        arrows.take(event, number);
        if (event.durNanos() == 0
                || (number != CutArrows.OUTSIDE && end <= windows.get(number).toNanos())) {
            deliver(number, event);
        } else if (windows.stream().anyMatch(window -> overlaps(window, event))) {
            reaching.add(event.copy());
        }
    }

    private static boolean overlaps(CutWindow window, TraceEvent complete) {
        return complete.tsNanos() < window.toNanos() && complete.tsNanos() + complete.durNanos() > window.fromNanos();
    }

    /**
     * Delivers the parts of complete events that reach over a border. They come last and the outer ones first: parts
     * of the same extent nest in the order in which they come, and writers may write a call after those within it.
     */
    private void finishReaching() {
        reaching.sort(Comparator.comparingLong(TraceEvent::tsNanos)
                .thenComparing(Comparator.comparingLong(TraceEvent::durNanos).reversed()));
        for (int number = 0; number < windows.size(); number++) {
            CutWindow window = windows.get(number);
            for (TraceEvent event : reaching) {
                if (overlaps(window, event)) {
                    resumed += event.tsNanos() < window.fromNanos() ? 1 : 0;
                    suspended += event.tsNanos() + event.durNanos() > window.toNanos() ? 1 : 0;
                    events++;
                    sink.accept(view.clipped(event, delivered[number]++, window), number);
                }
            }
        }
    }

    private void instant(TraceEvent event) {
        if (PointEvents.isFact(event)) {
            toAll(event);
        } else {
            deliver(windowOf(event.tsNanos()), event);
        }
    }

    /** Each window repeats what is said about the recording, at its own start, and as which part of the recording. */
    private void toAll(TraceEvent event) {
        boolean isFact = event.phase() == Phase.INSTANT;
        for (int number = 0; number < windows.size(); number++) {
            long ts = isFact ? windows.get(number).nearest(event.tsNanos()) : event.tsNanos();
            TraceEvent repeated = view.whole(event, delivered[number]++, ts);
            if (isFact) {
                repeated.setArgs(facts(event, windows.get(number), firstNumber + number));
            }
            sink.accept(repeated, number);
        }
    }

    /** Returns what a part says about its recording, whose start and end may be in other parts. */
    private static Args facts(TraceEvent event, CutWindow window, int part) {
        Map<String, @Nullable Object> facts = new LinkedHashMap<>(event.args().asMap());
        boolean isStart = event.name().equals(TraceWords.RECORDING);
        if (isStart && part > 1) {
            facts.put(TraceWords.SEGMENT, part);
        }
        if (isStart && event.tsNanos() < window.fromNanos()
                || event.name().equals(TraceWords.RECORDING_END) && event.tsNanos() > window.toNanos()) {
            facts.put(TraceWords.CUT, 1L);
        }
        return Args.of(facts);
    }

    private int windowOf(long nanos) {
        int low = 0;
        int high = windows.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (windows.get(middle).contains(nanos)) {
                return middle;
            }
            if (nanos < windows.get(middle).fromNanos()) {
                high = middle - 1;
            } else {
                low = middle + 1;
            }
        }
        return CutArrows.OUTSIDE;
    }

    /** Delivers an event to a window, if any; one out of order on its track, not before its start. */
    private void deliver(int window, TraceEvent event) {
        if (window != CutArrows.OUTSIDE) {
            events++;
            long ts = Math.max(event.tsNanos(), windows.get(window).fromNanos());
            sink.accept(view.whole(event, delivered[window]++, ts), window);
        }
    }

    private OpenCalls track(int number) {
        OpenCalls known = tracks.get(number);
        return known != null ? known : tracks.put(number, new OpenCalls());
    }

    /** The calls of one track that have begun and not ended, and how far the track has come in the windows. */
    private static final class OpenCalls {
        private final OpenSpans spans = new OpenSpans();
        /** Copies of the events that began the calls, innermost last. */
        final List<TraceEvent> begins = new ArrayList<>(4);

        /** The window that the track is in, or comes to next. */
        int window;

        boolean inside;

        void begin(TraceEvent event) {
            spans.push(event.nameIndex(), event.tsNanos(), event.flags());
            begins.add(event.copy());
        }

        /** Closes what an end closes, by the rules of {@link dev.jtracer.engine.pairing.SpanPairing}. */
        void end(TraceEvent event) {
            int level = event.phase() == Phase.ASYNC_END ? spans.nearest(event.nameIndex()) : spans.depth() - 1;
            while (level >= 0 && spans.depth() > level) {
                spans.close(event.tsNanos());
                begins.remove(begins.size() - 1);
            }
        }
    }
}
