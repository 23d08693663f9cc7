// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import dev.jtracer.engine.ahead.BatchesAhead;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.event.Track;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** The merge of several files' events by time, with at most a few thousand events of each file in memory. */
final class TimeMerge {
    /* A source pushes its events and has no method for the next one. So each file has a thread, which runs ahead by a few
     * batches of copies and waits. Only the caller's thread accesses data that files share. */
    private static final int EVENTS_A_BATCH = 512;

    private TimeMerge() {}

    /** Reads the files in parallel, each with its own limits. */
    static void read(List<TraceFileReader> readings, ImportOptions options, EventSink sink) throws IOException {
        List<Feeder> feeders = new ArrayList<>();
        try {
            PriorityQueue<Feeder> byTime = new PriorityQueue<>();
            for (TraceFileReader reading : readings) {
                Feeder feeder = new Feeder(feeders.size(), reading, options);
                feeders.add(feeder);
                feeder.start();
            }
            for (Feeder feeder : feeders) {
                if (feeder.advance()) {
                    byTime.add(feeder);
                }
            }
            while (!byTime.isEmpty()) {
                Feeder earliest = byTime.remove();
                earliest.head().handTo(sink);
                if (earliest.advance()) {
                    byTime.add(earliest);
                }
            }
        } finally {
            for (Feeder feeder : feeders) {
                feeder.stop();
            }
        }
    }

    /** An event, or the end of a source. */
    private record Item(
            long nanos,
            @Nullable TraceEvent event,
            @Nullable Track track,
            @Nullable TraceSource ended,
            MergedEvent translation) {
        void handTo(EventSink sink) {
            if (event != null && track != null) {
                sink.event(event, track, translation);
            } else if (ended != null) {
                sink.sourceEnd(ended, translation);
            }
        }
    }

    /** A reader of one file on its own thread. All methods but {@link #feed} run on the caller's thread. */
    private static final class Feeder implements Comparable<Feeder>, EventSink {
        private final int number;
        private final TraceFileReader reading;
        private final ImportOptions options;
        private final BatchesAhead<List<Item>> batches;
        private long lastNanos = Long.MIN_VALUE;

        private @Nullable List<Item> current;
        private int at = -1;

        Feeder(int number, TraceFileReader reading, ImportOptions options) {
            this.number = number;
            this.reading = reading;
            this.options = options;
            this.batches = new BatchesAhead<>(
                    String.valueOf(reading.file().getFileName()),
                    () -> new ArrayList<>(EVENTS_A_BATCH),
                    List::clear,
                    this::feed);
        }

        void start() {
            batches.start();
        }

        private void feed() throws IOException {
            reading.read(new TraceWalk(options), this);
        }

        @Override
        public void event(TraceEvent event, Track track, MergedEvent translation) {
            lastNanos = translation.shifted(event.tsNanos());
            add(new Item(lastNanos, event.copy(), track, null, translation));
        }

        @Override
        public void sourceEnd(TraceSource source, MergedEvent translation) {
            add(new Item(lastNanos, null, null, source, translation));
        }

        private void add(Item item) {
            List<Item> filling = batches.filling();
            filling.add(item);
            if (filling.size() == EVENTS_A_BATCH) {
                batches.hand();
            }
        }

        /** Advances to the next event. Returns false at the end. */
        boolean advance() throws IOException {
            at++;
            while (current == null || at >= current.size()) {
                current = batches.next();
                at = 0;
                if (current == null) {
                    return false;
                }
            }
            return true;
        }

        Item head() {
            return Objects.requireNonNull(current).get(at);
        }

        void stop() {
            batches.close();
        }

        @Override
        public int compareTo(Feeder other) {
            int byTime = Long.compare(head().nanos, other.head().nanos);
            return byTime != 0 ? byTime : Integer.compare(number, other.number);
        }
    }
}
