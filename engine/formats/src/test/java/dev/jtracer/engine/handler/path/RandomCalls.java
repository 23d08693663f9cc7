// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.path;

import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.event.TrackTable;
import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.model.ParsedTrace;
import dev.jtracer.engine.model.TraceProcessor;
import dev.jtracer.engine.pairing.CallRecords;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Random calls on several threads, as events and, worked out while they are made, as a plain list. */
public final class RandomCalls {
    /** One call that has ended, with the names around it, outermost first. */
    public record Call(int track, List<String> path, long startNanos, long endNanos, long selfNanos) {
        public long nanos() {
            return endNanos - startNanos;
        }

        public String name() {
            return path.get(path.size() - 1);
        }
    }

    private record Event(boolean begin, int track, int name, long nanos) {}

    private static final class Open {
        final int name;
        final long startNanos;
        long childNanos;

        Open(int name, long startNanos) {
            this.name = name;
            this.startNanos = startNanos;
        }
    }

    public final List<Call> calls = new ArrayList<>();
    final TrackTable tracks = new TrackTable();
    private final StringTable names = new StringTable();
    private final List<Event> events = new ArrayList<>();

    public RandomCalls(long seed, int length, int differentNames, int threads) {
        this(seed, length, differentNames, threads, 0);
    }

    /** @param pauseNanos length of the pause before one of forty events */
    public RandomCalls(long seed, int length, int differentNames, int threads, int pauseNanos) {
        Random random = new Random(seed);
        for (int i = 0; i < differentNames; i++) {
            names.add("m" + i);
        }
        List<Deque<Open>> stacks = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            tracks.addThread(Track.Kind.THREAD, 1, i + 1, "thread " + i);
            stacks.add(new ArrayDeque<>());
        }
        long nanos = 0;
        for (int i = 0; i < length; i++) {
            nanos += random.nextInt(50);
            nanos += pauseNanos > 0 && random.nextInt(40) == 0 ? pauseNanos : 0;
            int track = random.nextInt(threads);
            Deque<Open> stack = stacks.get(track);
            if (stack.isEmpty() || (stack.size() < 12 && random.nextInt(100) < 48)) {
                begin(track, stack, random.nextInt(differentNames), nanos);
            } else {
                end(track, stack, nanos);
            }
        }
        for (int track = 0; track < threads; track++) {
            while (!stacks.get(track).isEmpty()) {
                end(track, stacks.get(track), nanos++);
            }
        }
    }

    /**
     * Creates calls of one thread, one step a nanosecond.
     *
     * @param steps the name of a call that begins, or an empty string for the end of the innermost one
     */
    RandomCalls(List<String> steps) {
        tracks.addThread(Track.Kind.THREAD, 1, 1, "thread");
        Deque<Open> stack = new ArrayDeque<>();
        Map<String, Integer> indexes = new HashMap<>();
        long nanos = 0;
        for (String step : steps) {
            nanos++;
            if (step.isEmpty()) {
                end(0, stack, nanos);
            } else {
                begin(0, stack, indexes.computeIfAbsent(step, names::add), nanos);
            }
        }
    }

    private void begin(int track, Deque<Open> stack, int name, long nanos) {
        stack.push(new Open(name, nanos));
        events.add(new Event(true, track, name, nanos));
    }

    private void end(int track, Deque<Open> stack, long nanos) {
        List<String> path = new ArrayList<>();
        stack.descendingIterator().forEachRemaining(open -> path.add(names.get(open.name)));
        Open ended = stack.pop();
        events.add(new Event(false, track, ended.name, nanos));
        long duration = nanos - ended.startNanos;
        calls.add(new Call(track, path, ended.startNanos, nanos, duration - ended.childNanos));
        if (!stack.isEmpty()) {
            stack.element().childNanos += duration;
        }
    }

    /** Passes the events to handlers one by one. */
    public ParsedTrace through(EventHandler<?>... handlers) {
        TraceProcessor processor = new TraceProcessor(List.of(handlers));
        processor.start(names, tracks);
        TraceEvent event = new TraceEvent(names, tracks);
        for (Event e : events) {
            Phase phase = e.begin ? Phase.ASYNC_BEGIN : Phase.ASYNC_END;
            processor.handle(event.set(phase, e.nanos, e.name, e.track, SpanFlags.NONE));
        }
        return processor.finish();
    }

    /** Passes the same calls to handlers in columns. */
    public ParsedTrace throughColumns(EventHandler<?>... handlers) {
        TraceProcessor processor = new TraceProcessor(List.of(handlers));
        processor.start(names, tracks);
        CallRecords records = new CallRecords();
        for (Event e : events) {
            if (!records.isEmpty() && (records.isFull() || records.track() != e.track)) {
                processor.handle(records);
                records.clear();
            }
            records.track(e.track);
            records.add(e.begin ? CallRecords.BEGIN : CallRecords.END, e.name, e.nanos);
        }
        processor.handle(records);
        return processor.finish();
    }
}
