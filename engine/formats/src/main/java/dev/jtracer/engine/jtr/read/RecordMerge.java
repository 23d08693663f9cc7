// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr.read;

import dev.jtracer.engine.event.EventConsumer;
import dev.jtracer.engine.jtr.ChunkFrame;
import dev.jtracer.engine.jtr.RecordSink;
import dev.jtracer.engine.jtr.RecordingException;
import dev.jtracer.engine.pairing.CallRecords;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Merge of all buffers of a recording, run by run, in the order in which the runs began. */
final class RecordMerge {
    /* A run is a chunk frame, or a part of one where virtual threads took turns on a carrier. This order keeps every
     * thread's records in the order of time, also those of a virtual thread that changed carriers. The records of
     * different threads overlap by up to a frame, which viewers accept.
     *
     * Only frames that are partly read are in memory: one for each carrier, and one for all other threads. */
    private final RecordingReader recording;
    private final PriorityQueue<BufferReader> queue = new PriorityQueue<>();
    private final Deque<ChunkFrame> spareFrames = new ArrayDeque<>();
    private final CallRecords calls = new CallRecords();
    private final @Nullable EventConsumer consumer;

    /** Merges all frames. */
    RecordMerge(RecordingReader recording) {
        this(recording, recording.frames(), null);
    }

    /** Merges some frames of each buffer, in order, for a consumer that needs some calls; null if it needs all. */
    RecordMerge(
            RecordingReader recording,
            Collection<List<RecordingReader.Location>> buffers,
            @Nullable EventConsumer consumer) {
        this.recording = recording;
        this.consumer = consumer;
        for (List<RecordingReader.Location> frames : buffers) {
            queue.add(new BufferReader(frames));
        }
    }

    /**
     * Passes all records to a sink, and their number so far to {@code progress}. Returns false if cancelled, which is
     * checked between runs.
     */
    boolean readAll(RecordSink sink, LongConsumer progress, BooleanSupplier cancelled) throws IOException {
        long records = 0;
        while (!queue.isEmpty()) {
            if (cancelled.getAsBoolean()) {
                return false;
            }
            BufferReader earliest = queue.remove();
            records += earliest.readRun(sink);
            if (earliest.hasMore()) {
                queue.add(earliest);
            }
            progress.accept(records);
        }
        return true;
    }

    /** The read position in one buffer's records. */
    private final class BufferReader implements Comparable<BufferReader> {
        private final List<RecordingReader.Location> locations;
        private int nextLocation;
        private long nextNanos;
        private @Nullable ChunkFrame frame;

        BufferReader(List<RecordingReader.Location> locations) {
            this.locations = locations;
            this.nextNanos = locations.get(0).startNanos();
        }

        boolean hasMore() {
            return frame != null || nextLocation < locations.size();
        }

        long readRun(RecordSink sink) throws IOException {
            ChunkFrame current = frame == null ? loadNext() : frame;
            int before = current.left();
            try {
                if (before > 0) { // else its records are damaged
                    current.readRun(sink, calls);
                }
            } catch (RecordingException e) {
                recording.requireOfSpool(locations.get(nextLocation - 1), e);
                current.end();
            }
            int read = before - current.left();
            if (current.hasMore()) {
                frame = current;
                nextNanos = current.runNanos();
            } else {
                spareFrames.push(current);
                frame = null;
                if (hasMore()) {
                    nextNanos = locations.get(nextLocation).startNanos();
                }
            }
            return read;
        }

        private ChunkFrame loadNext() throws IOException {
            RecordingReader.Location location = locations.get(nextLocation++);
            EventConsumer skipping = consumer != null && maySkip(location, consumer) ? consumer : null;
            while (skipping != null
                    && !skipping.needs(location.startNanos(), Long.MAX_VALUE)
                    && !skipping.needsPasses()) {
                location = locations.get(nextLocation++);
                skipping = maySkip(location, skipping) ? skipping : null;
            }
            ChunkFrame free = spareFrames.poll();
            ChunkFrame loaded = free == null ? new ChunkFrame() : free;
            if (skipping == null) {
                recording.load(location, loaded);
            } else {
                recording.loadOutline(location, loaded, skipping);
            }
            return loaded;
        }

        /** Returns whether the calls within a frame may be skipped, behind which the next location is. */
        private boolean maySkip(RecordingReader.Location location, EventConsumer consumer) {
            RecordingReader.Location next = hasMore() ? locations.get(nextLocation) : null;
            // The last frame has the thread's latest time, which consumers know from its records.
            return next != null
                    && next.thread() == location.thread()
                    && !consumer.needs(location.startNanos(), next.startNanos());
        }

        @Override
        public int compareTo(BufferReader other) {
            return Long.compare(nextNanos, other.nextNanos);
        }
    }
}
