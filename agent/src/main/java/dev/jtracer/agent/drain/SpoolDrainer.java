// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.drain;

import dev.jtracer.agent.recording.RecordSink;
import dev.jtracer.agent.recording.RecordingWriter;
import dev.jtracer.bootstrap.ChunkPool;
import dev.jtracer.bootstrap.ThreadBuffer;
import dev.jtracer.bootstrap.ThreadBuffers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * One pass after the other over all buffers: records go to the live sink, full chunks to the recording and back to the
 * pool. Belongs to the tracer's thread; not thread-safe.
 */
public final class SpoolDrainer {
    /* A platform thread's records are in one buffer, in order, so each buffer is read on its own. A virtual thread's
     * records are in the buffers of all carriers that it ran on, so those are read together, run by run in the order
     * of time, and only up to the moment the pass began. Whoever sees a virtual thread's record on its second carrier
     * could then also see those on its first: they were stored before it was mounted again, so before that moment. */
    private static final long NO_END = Long.MAX_VALUE;

    /* A chunk that is being filled is left alone most of the time: reading it takes its cache lines away from the
     * thread that is writing them. */
    private static final long OPEN_CHUNK_PERIOD_NANOS = 10_000_000;

    /** Chunks that a ring gives up at a time, as a fraction of the spool. */
    private static final int SPOOL_FRACTION_GIVEN_UP = 16;

    /** A pass that took over fewer records than this leaves time for the backlog. */
    private static final int QUIET = 50_000;

    private final SpoolFile spool;
    private final boolean discardWhenFull;
    private final long[] scratch;
    private final List<BufferCursor> platform = new ArrayList<>();
    private final List<BufferCursor> carriers = new ArrayList<>();

    private final Backlog backlog = new Backlog();

    /** What the tracer's thread recorded itself, to measure what that costs; goes nowhere. */
    private @Nullable BufferCursor own;

    private RecordingWriter recording;
    private RecordSink sink;
    private final AtomicLong events = new AtomicLong();
    private final AtomicLong discarded = new AtomicLong();
    private boolean growthFailed;
    private boolean finishing;
    /** Whether the recording has everything, so that its file takes nothing more. */
    private boolean finished;

    private long openChunksReadNanos;

    /**
     * To be made on the tracer's thread.
     *
     * @param recording the first recording
     * @param sink takes every record of it
     * @param discardWhenFull whether to throw the oldest records away when the application needs chunks
     */
    public SpoolDrainer(SpoolFile spool, RecordingWriter recording, RecordSink sink, boolean discardWhenFull) {
        this.spool = spool;
        this.recording = recording;
        this.sink = sink;
        this.discardWhenFull = discardWhenFull;
        this.scratch = new long[spool.chunkBytes() / Long.BYTES];
        ChunkPool.INSTANCE.becomeDrain();
    }

    /** Records handed to the live sinks so far. Any thread may ask. */
    public long events() {
        return events.get();
    }

    /** Records thrown away to make room so far. Any thread may ask. */
    public long discarded() {
        return discarded.get();
    }

    /** Hands records to another sink from here on. */
    public void sink(RecordSink next) {
        sink = next;
    }

    /** Passes over what earlier recordings left, and writes to this one from here on. */
    public void begin(RecordingWriter next, RecordSink nextSink) throws IOException {
        recording = next;
        sink = nextSink;
        finishing = false;
        backlog.clear();
        adoptNewBuffers();
        for (BufferCursor cursor : platform) {
            cursor.skip();
            writeName(cursor);
        }
        for (BufferCursor cursor : carriers) {
            cursor.skip();
            writeName(cursor);
        }
        finished = false;
    }

    /** Takes over what the buffers hold. Returns how many records that were. */
    public long pass() throws IOException {
        return pass(System.nanoTime());
    }

    /**
     * Takes over everything there is, once recording is off, and writes also the chunks that are not full.
     *
     * @param longestReplayNanos how long the live handlers may take to catch up
     * @return how many records they have not seen when that was too short; all are in the recording
     */
    public long finish(long longestReplayNanos) throws IOException {
        finishing = true;
        ChunkPool.INSTANCE.releaseWaiting();
        long deadline = System.nanoTime() + longestReplayNanos;
        // Written before anything is summed up: many busy threads may leave this one little time.
        deferSealed();
        while (System.nanoTime() - deadline < 0 && backlog.replayOldest(recording, sink) > 0) {}
        long unseen = backlog.clear();
        while (pass(NO_END) > 0) {}
        for (BufferCursor cursor : platform) {
            finish(cursor);
        }
        for (BufferCursor cursor : carriers) {
            finish(cursor);
        }
        finished = true;
        return unseen;
    }

    /** Forgets the threads that have ended since a recording was finished; does nothing until it is. */
    public void forgetEnded() {
        if (!finished) {
            return;
        }
        for (ThreadBuffer buffer = ThreadBuffers.takeRegistered(); buffer != null; buffer = buffer.unlinkRegistered()) {
            adopt(buffer);
        }
        platform.removeIf(SpoolDrainer::forgetIfEnded);
        carriers.removeIf(SpoolDrainer::forgetIfEnded);
    }

    private static boolean forgetIfEnded(BufferCursor cursor) {
        if (cursor.buffer().owner.isAlive()) {
            return false;
        }
        cursor.skip(); // records of calls that ended while the tracer was turned off
        release(cursor);
        return true;
    }

    /** Forgets what the calling thread has recorded itself. */
    void skipOwn() throws IOException {
        adoptNewBuffers();
        if (own != null) {
            own.skip();
        }
    }

    private long pass(long until) throws IOException {
        adoptNewBuffers();
        recording.newNames();
        makeRoom();
        long now = System.nanoTime();
        backlog.look(now);
        boolean openChunksToo = until == NO_END || now - openChunksReadNanos > OPEN_CHUNK_PERIOD_NANOS;
        if (openChunksToo) {
            openChunksReadNanos = now;
        }
        long fed = 0;
        for (int i = platform.size() - 1; i >= 0; i--) {
            BufferCursor cursor = platform.get(i);
            // Asked first: whatever a thread that has ended stored is then there to be read.
            boolean ended = !cursor.buffer().owner.isAlive();
            if (cursor.buffer().carrier) {
                platform.remove(i);
                cursor.unshareWords();
                carriers.add(cursor);
                continue;
            }
            // Up to the pass's beginning: a thread that never pauses would keep the others waiting for theirs.
            fed += drain(cursor, ended ? NO_END : until, ended || openChunksToo);
            if (ended && cursor.deferred() == 0) {
                finish(cursor);
                forget(cursor);
                platform.remove(i);
            }
        }
        if (openChunksToo || anyCarrierIsSealed()) {
            fed += drainCarriers(until);
        }
        events.addAndGet(fed);
        if (fed < QUIET && !backlog.isGrowing()) {
            fed += backlog.replayOldest(recording, sink);
        }
        ChunkPool.INSTANCE.exhausted(
                ChunkPool.INSTANCE.isEmpty() && !mayGrow() && chunksInUse() == ChunkPool.INSTANCE.count());
        return fed;
    }

    private void deferSealed() throws IOException {
        adoptNewBuffers();
        for (BufferCursor cursor : platform) {
            while (recording.canReplay() && cursor.isSealed() && (cursor.deferred() > 0 || cursor.isUnread())) {
                events.addAndGet(backlog.defer(cursor, recording));
                recycle(cursor);
            }
        }
    }

    private boolean mustDefer(BufferCursor cursor, long until) {
        // What comes after a deferred chunk waits for its turn, also at the end of a thread.
        return cursor.deferred() > 0
                || (until != NO_END && recording.canReplay() && cursor.isUnread() && backlog.isGrowing());
    }

    private boolean anyCarrierIsSealed() {
        for (BufferCursor cursor : carriers) {
            if (cursor.isSealed()) {
                return true;
            }
        }
        return false;
    }

    /**
     * How many chunks are the one that some thread fills. If that is all there are, none comes free. A chunk that was
     * taken a moment ago and is nowhere to be seen yet does not count, so nothing is lost in such a moment.
     */
    private int chunksInUse() {
        int inUse = own != null && own.isInUse() ? 1 : 0;
        for (BufferCursor cursor : platform) {
            inUse += cursor.isInUse() ? 1 : 0;
        }
        for (BufferCursor cursor : carriers) {
            inUse += cursor.isInUse() ? 1 : 0;
        }
        return inUse;
    }

    private long drain(BufferCursor cursor, long until, boolean openChunkToo) throws IOException {
        long fed = 0;
        while (true) {
            // Asked before the records are fetched: those of a sealed chunk are then all there.
            boolean sealed = cursor.isSealed();
            if (!sealed && (!openChunkToo || cursor.deferred() > 0)) {
                return fed;
            }
            if (sealed && mustDefer(cursor, until)) {
                fed += backlog.defer(cursor, recording);
                recycle(cursor);
                keepUp();
                continue;
            }
            while (cursor.fetch()) {
                if (cursor.nextNanos() > until) {
                    cursor.unfetch();
                    return fed;
                }
                fed += cursor.feedRun(sink, until);
            }
            if (sealed) {
                recycle(cursor);
                keepUp();
            } else if (!cursor.isSealed()) {
                // Asked again, since a buffer's first chunk is opened by the first fetch.
                return fed;
            }
        }
    }

    private long drainCarriers(long until) throws IOException {
        long fed = 0;
        while (true) {
            makeRoom();
            BufferCursor earliest = null;
            for (int i = carriers.size() - 1; i >= 0; i--) {
                BufferCursor cursor = carriers.get(i);
                boolean ended = !cursor.buffer().owner.isAlive();
                if (!fetchAcrossChunks(cursor)) {
                    if (ended) {
                        finish(cursor);
                        forget(cursor);
                        carriers.remove(i);
                    }
                } else if (cursor.nextNanos() <= until
                        && (earliest == null || cursor.nextNanos() < earliest.nextNanos())) {
                    earliest = cursor;
                }
            }
            if (earliest == null) {
                return fed;
            }
            fed += earliest.feedRun(sink, until);
        }
    }

    /** Whether the cursor has a record at hand, if need be of its next chunk. */
    private boolean fetchAcrossChunks(BufferCursor cursor) throws IOException {
        while (true) {
            boolean sealed = cursor.isSealed();
            if (cursor.fetch()) {
                return true;
            }
            if (!sealed) {
                return false;
            }
            recycle(cursor);
        }
    }

    private void recycle(BufferCursor cursor) throws IOException {
        cursor.pack(recording);
        cursor.advance();
    }

    private void finish(BufferCursor cursor) throws IOException {
        cursor.pack(recording);
        if (cursor.renamed()) {
            writeName(cursor);
        }
    }

    private void forget(BufferCursor cursor) {
        recording.threadEnded(cursor.buffer().ownerId);
        sink.ended(cursor.buffer().ownerId);
        release(cursor);
    }

    private static void release(BufferCursor cursor) {
        cursor.release();
        ThreadBuffers.forget(cursor.buffer());
    }

    private void adoptNewBuffers() throws IOException {
        for (ThreadBuffer buffer = ThreadBuffers.takeRegistered(); buffer != null; buffer = buffer.unlinkRegistered()) {
            BufferCursor cursor = adopt(buffer);
            if (cursor != own) {
                writeName(cursor);
            }
        }
    }

    private BufferCursor adopt(ThreadBuffer buffer) {
        BufferCursor cursor = new BufferCursor(buffer, spool.chunkBytes(), scratch);
        if (buffer.owner == Thread.currentThread()) {
            own = cursor;
        } else {
            platform.add(cursor);
        }
        return cursor;
    }

    private void writeName(BufferCursor cursor) throws IOException {
        ThreadBuffer buffer = cursor.buffer();
        recording.thread(buffer.ownerId, buffer.owner.isDaemon(), cursor.name());
    }

    /** Reacts to an empty pool in the middle of a pass, which may take long. */
    private void keepUp() throws IOException {
        if (ChunkPool.INSTANCE.isEmpty()) {
            backlog.look(System.nanoTime());
            makeRoom();
        }
    }

    private void makeRoom() throws IOException {
        // Once recording is off nobody needs a chunk, and a ring must keep what is there.
        if (finishing || !ChunkPool.INSTANCE.isEmpty()) {
            return;
        }
        if (mayGrow()) {
            try {
                spool.grow();
            } catch (IOException full) {
                // Not an error: recording goes on with the chunks there are.
                growthFailed = true;
            }
        } else if (discardWhenFull) {
            int most = Math.max(1, ChunkPool.INSTANCE.count() / SPOOL_FRACTION_GIVEN_UP);
            for (int i = 0; i < most && discardOldest(); i++) {}
        }
    }

    /** Throws the oldest full chunk away. Returns whether there was one. */
    private boolean discardOldest() throws IOException {
        BufferCursor oldest = older(oldestSealed(platform), oldestSealed(carriers));
        if (oldest == null) {
            return false;
        }
        // What the live handlers have seen counts as recorded.
        oldest.pack(recording);
        discarded.addAndGet(oldest.discard());
        return true;
    }

    private static @Nullable BufferCursor oldestSealed(List<BufferCursor> cursors) {
        BufferCursor oldest = null;
        for (BufferCursor cursor : cursors) {
            if (cursor.isSealed()) {
                oldest = older(oldest, cursor);
            }
        }
        return oldest;
    }

    private static @Nullable BufferCursor older(@Nullable BufferCursor one, @Nullable BufferCursor other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.baseNanos() - other.baseNanos() <= 0 ? one : other;
    }

    private boolean mayGrow() {
        return !growthFailed && spool.mayGrow();
    }
}
