// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.event.Track;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/** The merge of several files' events by time, with at most a few thousand events of each file in memory. */
final class TimeMerge {
    /* A source pushes its events and has no method for the next one. So each file has a thread, which runs ahead by a few
     * batches of copies and waits. Only the caller's thread accesses data that files share. */
    private static final int EVENTS_A_BATCH = 512;
    private static final int BATCHES_AHEAD = 4;

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
        private final Thread thread;
        private final BlockingQueue<List<Item>> batches = new ArrayBlockingQueue<>(BATCHES_AHEAD);
        private List<Item> filling = new ArrayList<>(EVENTS_A_BATCH);
        private long lastNanos = Long.MIN_VALUE;
        private volatile boolean stopped;
        private volatile @Nullable Throwable failure;

        private List<Item> current = List.of();
        private int at = -1;

        Feeder(int number, TraceFileReader reading, ImportOptions options) {
            this.number = number;
            this.reading = reading;
            this.options = options;
            this.thread = new Thread(this::feed, "import of " + reading.file().getFileName());
            thread.setDaemon(true);
        }

        void start() {
            thread.start();
        }

        private void feed() {
            try {
                reading.read(new TraceWalk(options), this);
            } catch (Stopped e) {
                return;
            } catch (IOException | RuntimeException | Error e) {
                failure = e;
            }
            try {
                hand();
                batches.put(List.of());
            } catch (Stopped | InterruptedException e) {
                // Nothing waits for the end any more.
            }
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
            filling.add(item);
            if (filling.size() == EVENTS_A_BATCH) {
                hand();
            }
        }

        private void hand() {
            if (filling.isEmpty()) {
                return;
            }
            try {
                if (stopped) {
                    throw new Stopped();
                }
                batches.put(filling);
            } catch (InterruptedException e) {
                throw new Stopped();
            }
            filling = new ArrayList<>(EVENTS_A_BATCH);
        }

        /** Advances to the next event. Returns false at the end. */
        boolean advance() throws IOException {
            at++;
            if (at < current.size()) {
                return true;
            }
            current = nextBatch();
            at = 0;
            if (!current.isEmpty()) {
                return true;
            }
            rethrow(failure);
            return false;
        }

        private List<Item> nextBatch() throws IOException {
            try {
                return batches.take();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while importing '" + reading.file() + "'", e);
            }
        }

        private static void rethrow(@Nullable Throwable failure) throws IOException {
            if (failure instanceof IOException e) {
                throw e;
            }
            if (failure instanceof RuntimeException e) {
                throw e;
            }
            if (failure instanceof Error e) {
                throw e;
            }
        }

        Item head() {
            return current.get(at);
        }

        void stop() {
            stopped = true;
            thread.interrupt();
            boolean interrupted = false;
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public int compareTo(Feeder other) {
            int byTime = Long.compare(head().nanos, other.head().nanos);
            return byTime != 0 ? byTime : Integer.compare(number, other.number);
        }
    }

    /** Ends a thread whose events are no longer needed. */
    private static final class Stopped extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Stopped() {
            super(null, null, false, false);
        }
    }
}
