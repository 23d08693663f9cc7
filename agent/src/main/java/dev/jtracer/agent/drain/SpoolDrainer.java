// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.drain;

import dev.jtracer.bootstrap.ChunkPool;
import dev.jtracer.bootstrap.ThreadBuffer;
import dev.jtracer.bootstrap.ThreadBuffers;
import dev.jtracer.bootstrap.names.VirtualNames;
import dev.jtracer.engine.jtr.RecordSink;
import dev.jtracer.engine.jtr.RecordingWriter;
import dev.jtracer.engine.pairing.CallRecords;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Drain of the spool, round by round over all buffers: records go to the live sink, full chunks to the recording and
 * back to the pool. Confined to the tracer's thread; not thread-safe.
 *
 * <p>Example: the virtual thread V calls {@code run}, blocks in {@code read} on carrier A and continues on carrier B,
 * while A runs the virtual thread W. Each carrier has its own buffer; {@code [V]} is a record that switches to V, and
 * the round began at 55.
 *
 * <pre>
 *  buffer of A   [V]  enter run@10  enter read@20  [W]  enter f@35  exit f@60
 *  buffer of B   [V]  exit read@30  exit run@50
 *
 *  fed to the sink, always the run that begins first:
 *  1. from A     V    enter run@10  enter read@20     ends at the switch to W
 *  2. from B     V    exit read@30  exit run@50       30 is before 35
 *  3. from A     W    enter f@35                      60 is after 55 and is left for the next round
 * </pre>
 *
 * <p>V's four records are in the order of time although no buffer has them all. W's record at 35 follows V's at 50:
 * only the order within a thread matters.
 */
public final class SpoolDrainer {
    /* A platform thread's records are in one buffer, in order, so each buffer is read by itself. A virtual thread's
     * records are in the buffers of all its carriers. Those are read together, run by run in the order of time, and
     * only up to the moment when the round began. If the record on the second carrier is visible by then, so are the
     * records on the first: they were stored before the thread was mounted again. */
    private static final long NO_END = Long.MAX_VALUE;

    /* A chunk that is being filled is read only now and then: reading it takes its cache lines away from the thread
     * that writes them. */
    private static final long OPEN_CHUNK_PERIOD_NANOS = 10_000_000;
    /** The period without a sink: nobody waits for the records, which are counted. */
    private static final long UNSEEN_CHUNK_PERIOD_NANOS = 100_000_000;

    /* The file grows before the last chunk is taken. Doubling it from 16 MB takes 10 ms, in which a thread that
     * records without a pause fills 3 MB. */
    /** Divisor of the chunk count: as many free chunks are too few. */
    private static final int SPOOL_FRACTION_FREE = 4;

    private static final long GROWTH_PERIOD_NANOS = 1_000_000_000;

    /** Time for the backlog in a round that cannot write. */
    private static final long REPLAY_NANOS = 100_000_000;

    /** Divisor of the chunk count: the chunks that a ring discards at a time. */
    private static final int SPOOL_FRACTION_DROPPED = 16;

    private static final int LONGEST_VIRTUAL_NAME = 200;

    /* With a backlog no round pauses, so quiet rounds use up a free core. Where other threads left the drain a third
     * of a core, a replay after every round took half of the pool. */
    /** Number of records below which a round leaves time for the backlog. */
    private static final int QUIET = 50_000;

    private final SpoolFile spool;
    private final boolean discardWhenFull;
    private final long[] scratch;
    private final CallRecords calls = new CallRecords();
    private final List<BufferCursor> platform = new ArrayList<>();
    private final List<BufferCursor> carriers = new ArrayList<>();

    /** Names of this recording's virtual threads, by id. */
    private final Map<Long, String> virtualNames = new HashMap<>();

    /** Buffers that have no cursor yet, also after an OutOfMemoryError. */
    private @Nullable ThreadBuffer registered;

    /** Threads whose names are not in the recording yet, because writing failed or has not begun. */
    private final Deque<BufferCursor> unnamed = new ArrayDeque<>();

    /** Ids of virtual threads whose names are not in the recording yet. */
    private final Deque<Long> unnamedVirtual = new ArrayDeque<>();

    private final Backlog backlog = new Backlog();
    private @Nullable MethodLoads loads;
    /**
     * The platform threads' chunks that receive no more records, the oldest first. A queue beside the list of
     * cursors: of 1,000 threads few have filled a chunk.
     *
     * <p>The live handlers wait for a bounded number of runs. One thread after the other, the drain fed them all
     * passes of a thread that submits 300,000 tasks a second, up to 130 ms of them, before any of their runs; most
     * were counted as not run yet.
     */
    private final PriorityQueue<BufferCursor> sealedChunks = new PriorityQueue<>();

    /** Cursor over the tracer's own thread, which records only to measure the cost; its records are dropped. */
    private @Nullable BufferCursor own;

    private RecordingWriter recording;

    /** Complete files of this recording, the oldest first, that are open because the backlog may refer to them. */
    private final Deque<RecordingWriter> complete = new ArrayDeque<>();

    private RecordSink sink;
    private final AtomicLong events = new AtomicLong();
    private final AtomicLong discarded = new AtomicLong();
    private boolean growthFailed;
    private long growthFailedNanos;
    private boolean finishing;
    /** Whether another file begins after this round, in which the later records of each thread are. */
    private boolean cutting;
    /** Whether the recording is complete, so that nothing more is written to its file. */
    private boolean finished;

    /** Number of records that were dropped from the backlog, and not returned by {@link #finish} yet. */
    private long unseen;

    private long openChunksReadNanos;
    /** Number of records that this round has drained. */
    private long fed;

    /**
     * Creates the drain. Must be called on the tracer's thread.
     *
     * @param recording the first recording
     * @param sink receives every record of it; with {@link RecordSink#NONE} full chunks go to the recording unread
     * @param discardWhenFull whether to discard the oldest records when the application needs chunks
     */
    public SpoolDrainer(SpoolFile spool, RecordingWriter recording, RecordSink sink, boolean discardWhenFull) {
        this.spool = spool;
        this.recording = recording;
        this.sink = sink;
        this.discardWhenFull = discardWhenFull;
        this.scratch = new long[spool.chunkBytes() / Long.BYTES];
        ChunkPool.INSTANCE.becomeDrain();
    }

    /** Returns the number of records passed to the live sinks or written so far. Callable from any thread. */
    public long events() {
        return events.get();
    }

    /** Returns the number of records discarded so far to make room. Callable from any thread. */
    public long discarded() {
        return discarded.get();
    }

    /** Returns whether the live sinks have all that was read so far. */
    public boolean isCaughtUp() {
        return backlog.isEmpty();
    }

    /** Returns the calls of methods in a sample of the chunks, which is counted from the first call of this on. */
    public MethodLoads loads() {
        MethodLoads present = loads;
        if (present == null) {
            present = new MethodLoads(scratch.length);
            loads = present;
        }
        return present;
    }

    /** Returns the number of threads with a buffer: live platform threads, and carriers of virtual threads. */
    public int threads() {
        return platform.size() + carriers.size();
    }

    public void sink(RecordSink next) {
        sink.completeUntil(NO_END);
        sink = next;
        for (BufferCursor cursor : cursors()) {
            sink.threadName(cursor.buffer().ownerId, cursor.name());
        }
        for (Map.Entry<Long, String> virtual : virtualNames.entrySet()) {
            sink.threadName(virtual.getKey(), virtual.getValue());
        }
    }

    private List<BufferCursor> cursors() {
        List<BufferCursor> cursors = new ArrayList<>(platform);
        cursors.addAll(carriers);
        return cursors;
    }

    /** Skips the records left from earlier recordings, and writes to this recording from now on. */
    public void begin(RecordingWriter next, RecordSink nextSink) throws IOException {
        backlog.clear();
        unseen = 0;
        closeComplete(); // those of a recording that was dropped
        spool.begin(next.header());
        recording = next;
        sink = nextSink;
        finishing = false;
        virtualNames.clear();
        unnamed.clear();
        unnamedVirtual.clear();
        VirtualNames.restart();
        ThreadBuffers.forgetLastBuffers();
        adoptNewBuffers();
        for (BufferCursor cursor : cursors()) {
            cursor.buffer().forgetCalls();
            cursor.skip();
            writeName(cursor);
        }
        finished = false;
    }

    /** Drains what the buffers hold. Returns the number of records. */
    public long round() throws IOException {
        try {
            return round(System.nanoTime());
        } catch (IOException e) {
            // A file that somebody has deleted to make room takes it until the sink has all of its records.
            replay(System.nanoTime() + REPLAY_NANOS);
            throw e;
        } finally {
            closeComplete();
        }
    }

    /** Drains the buffers and writes the partly filled chunks too: the recording goes on in another file. */
    public void passBeforeNextFile() throws IOException {
        cutting = true;
        try {
            round(System.nanoTime());
        } finally {
            cutting = false;
        }
        for (BufferCursor cursor : cursors()) {
            cursor.pack(recording);
        }
    }

    /** Writes the next file's beginning: the names of threads, and which records the files before it hold. */
    public void beginNextFile(RecordingWriter next) throws IOException {
        for (BufferCursor cursor : cursors()) {
            writeName(cursor, next);
            cursor.note(next);
        }
        for (Map.Entry<Long, String> virtual : virtualNames.entrySet()) {
            next.virtualThread(virtual.getKey(), virtual.getValue());
        }
    }

    /** Writes to the next file from now on. The present one is closed when the sink has all of its records. */
    public void continueIn(RecordingWriter next) {
        complete.add(recording);
        recording = next;
    }

    /** Closes all complete files but the newest {@code most}; the sink gets no more of their records. */
    public void closeOldest(int most) throws IOException {
        while (complete.size() > most) {
            unseen += backlog.drop(complete.element());
            complete.remove().close();
        }
    }

    private void replay(long deadline) throws IOException {
        while (System.nanoTime() - deadline < 0 && backlog.replayOldest(sink) > 0) {}
    }

    private void closeComplete() throws IOException {
        while (!complete.isEmpty() && !backlog.needs(complete.element())) {
            complete.remove().close();
        }
    }

    /**
     * Drains everything once recording is off, and writes the partly filled chunks as well.
     *
     * @param longestReplayNanos time limit for the live handlers to catch up
     * @return how many records they have not received within that time, or before their file was deleted
     */
    public long finish(long longestReplayNanos) throws IOException {
        finishing = true;
        ChunkPool.INSTANCE.releaseWaiting();
        long deadline = System.nanoTime() + longestReplayNanos;
        // Chunks are written before the handlers run: many busy threads may leave this one little time.
        try {
            if (!isUnseen()) {
                deferSealed();
            }
        } finally {
            replay(deadline);
            unseen += backlog.clear();
            closeComplete(); // which may make the room that a full disk lacks
        }
        while (round(NO_END) > 0) {}
        for (BufferCursor cursor : cursors()) {
            finish(cursor);
        }
        finished = true;
        closeComplete();
        long dropped = unseen;
        unseen = 0;
        return dropped;
    }

    /**
     * Releases the threads that have ended since the recording was finished, and the callbacks of the others. Does
     * nothing while it is unfinished.
     */
    public void forgetEnded() {
        if (!finished) {
            return;
        }
        adoptRegistered();
        unnamed.clear(); // the next recording names all
        forgetEnded(platform);
        forgetEnded(carriers);
    }

    private static void forgetEnded(List<BufferCursor> cursors) {
        for (int i = cursors.size() - 1; i >= 0; i--) {
            BufferCursor cursor = cursors.get(i);
            if (cursor.buffer().owner.isAlive()) {
                cursor.buffer().forgetCallbacks();
            } else {
                cursor.skip(); // records of calls that ended while the tracer was turned off
                release(cursor);
                cursors.remove(i);
            }
        }
    }

    /** Skips the records of the calling thread itself. */
    public void skipOwn() throws IOException {
        adoptNewBuffers();
        if (own != null) {
            own.skip();
        }
    }

    private long round(long until) throws IOException {
        spool.checkLength();
        adoptNewBuffers();
        recording.newNames();
        makeRoom();
        long now = System.nanoTime();
        backlog.update(now);
        // A budget compares the records of its own, short periods.
        long period = isUnseen() && loads == null ? UNSEEN_CHUNK_PERIOD_NANOS : OPEN_CHUNK_PERIOD_NANOS;
        boolean openChunksToo = until == NO_END || cutting || now - openChunksReadNanos > period;
        if (openChunksToo) {
            openChunksReadNanos = now;
        }
        fed = 0;
        try {
            drain(until, openChunksToo);
        } finally {
            events.addAndGet(fed); // what the sink has received before a write fails is not fed to it again
        }
        if (fed < QUIET && !backlog.isGrowing()) {
            fed += backlog.replayOldest(sink);
        }
        if (openChunksToo && backlog.isEmpty()) {
            sink.completeUntil(until);
        }
        ChunkPool.INSTANCE.exhausted(
                ChunkPool.INSTANCE.isEmpty() && !mayGrow() && chunksInUse() == ChunkPool.INSTANCE.count());
        return fed;
    }

    private void drain(long until, boolean openChunksToo) throws IOException {
        separateCarriers();
        drainSealed(until);
        for (int i = platform.size() - 1; i >= 0; i--) {
            BufferCursor cursor = platform.get(i);
            // Read first: all records of a thread found ended here are then visible.
            boolean ended = !cursor.buffer().owner.isAlive();
            // Only up to the round's beginning, or a thread that never pauses would starve the others, and one that
            // has ended would come before those that passed tasks to it.
            boolean isRead = drain(cursor, until, ended || openChunksToo && backlog.isEmpty());
            if (ended && isRead) {
                finish(cursor);
                forget(cursor);
                platform.remove(i);
            }
        }
        if (openChunksToo || oldestSealed(carriers) != null) {
            drainCarriers(until);
        }
    }

    private void deferSealed() throws IOException {
        adoptNewBuffers();
        for (BufferCursor cursor = firstSealed(); cursor != null; cursor = nextSealed()) {
            if (recording.canReplay() && (cursor.deferred() > 0 || cursor.read() == 0)) {
                events.addAndGet(backlog.defer(cursor, recording));
                recycle(cursor);
                addSealed(cursor);
            }
        }
    }

    /** Returns whether records are only written, in any order of the threads. */
    private boolean isUnseen() {
        return sink == RecordSink.NONE;
    }

    /** Sets those threads apart that have become carriers of virtual threads. */
    private void separateCarriers() {
        if (isUnseen()) {
            return;
        }
        for (int i = platform.size() - 1; i >= 0; i--) {
            BufferCursor cursor = platform.get(i);
            if (cursor.buffer().carrier) {
                cursor.unshareWords();
                carriers.add(cursor);
                platform.remove(i); // after what may fail without memory
            }
        }
    }

    private boolean mustDefer(BufferCursor cursor, long until) {
        // Chunks after a deferred one keep their order, also at the end of a thread, and as a rule those of other
        // threads: they may have the runs of its passes.
        return cursor.deferred() > 0
                || recording.canReplay()
                        && cursor.read() == 0
                        && (!backlog.isEmpty() || until != NO_END && backlog.isGrowing());
    }

    /**
     * Returns how many chunks are being filled by a thread. If those are all chunks, none will become free. A chunk
     * that was claimed but is not visible yet does not count, so no record is dropped during that race.
     */
    private int chunksInUse() {
        return (own != null && own.isInUse() ? 1 : 0) + inUse(platform) + inUse(carriers);
    }

    private static int inUse(List<BufferCursor> cursors) {
        int inUse = 0;
        for (BufferCursor cursor : cursors) {
            inUse += cursor.isInUse() ? 1 : 0;
        }
        return inUse;
    }

    /** Drains the chunks that are full now, the oldest first: a pass before its run, which is on another thread. */
    private void drainSealed(long until) throws IOException {
        for (BufferCursor cursor = firstSealed(); cursor != null; cursor = nextSealed()) {
            if (drainSealed(cursor, until)) {
                addSealed(cursor);
            }
        }
    }

    private @Nullable BufferCursor firstSealed() {
        sealedChunks.clear(); // a write that failed left those behind it
        for (int i = 0; i < platform.size(); i++) {
            addSealed(platform.get(i));
        }
        return nextSealed();
    }

    private void addSealed(BufferCursor cursor) {
        if (cursor.isSealed()) {
            sealedChunks.add(cursor);
        }
    }

    /** Removes and returns the cursor at the oldest sealed chunk; null if there is none. */
    private @Nullable BufferCursor nextSealed() {
        BufferCursor oldest = sealedChunks.poll();
        while (oldest != null && !oldest.isSealed()) { // its chunk was discarded meanwhile
            oldest = sealedChunks.poll();
        }
        return oldest;
    }

    /** Drains and frees a sealed chunk. Returns false, and keeps it, if some records are later than {@code until}. */
    private boolean drainSealed(BufferCursor cursor, long until) throws IOException {
        if (cursor.read() == 0 && cursor.baseNanos() > until) {
            return false; // or the round would last as long as threads fill chunks
        }
        // A virtual thread's records are with several carriers, and all of them end at one moment of the cut.
        if (isUnseen() && cursor.read() == 0 && !(cutting && cursor.buffer().carrier)) {
            fed += cursor.write(recording).records();
        } else if (mustDefer(cursor, until)) {
            fed += backlog.defer(cursor, recording);
        } else if (!feedSealed(cursor, until)) {
            return false;
        }
        recycle(cursor);
        keepUp();
        return true;
    }

    private boolean feedSealed(BufferCursor cursor, long until) throws IOException {
        int before = cursor.read();
        boolean isPacked;
        try {
            isPacked = cursor.feedAndPack(sink, until, recording);
        } finally {
            fed += cursor.read() - before;
        }
        return isPacked || feed(cursor, until);
    }

    /** Drains a cursor's chunks. Returns whether it has no record left. */
    private boolean drain(BufferCursor cursor, long until, boolean openChunkToo) throws IOException {
        while (true) {
            // Read before the records are fetched: those of a sealed chunk are then complete.
            if (cursor.isSealed()) {
                if (!drainSealed(cursor, until)) {
                    return false;
                }
            } else if (!openChunkToo || cursor.deferred() > 0 || !feed(cursor, until)) {
                return false;
            } else if (!cursor.isSealed()) { // read again, because the thread may have opened another chunk
                return true;
            }
        }
    }

    /** Feeds the records of a chunk to the sink. Returns false if some are later than {@code until}. */
    private boolean feed(BufferCursor cursor, long until) {
        while (cursor.fetch()) {
            if (cursor.nextNanos() > until) {
                cursor.unfetch();
                return false;
            }
            fed += cursor.feedRun(sink, until);
        }
        return true;
    }

    private void drainCarriers(long until) throws IOException {
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
                return;
            }
            fed += earliest.feedRun(sink, until);
        }
    }

    /** Returns whether the cursor has a fetched record, if necessary from its next chunk. */
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
        if (loads != null && loads.chooses()) {
            loads.add(scratch, cursor.copy(scratch));
            cursor.unfetch();
        }
        cursor.advance();
    }

    private void finish(BufferCursor cursor) throws IOException {
        cursor.pack(recording);
        if (cursor.isRenamed()) {
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
        ThreadBuffers.remove(cursor.buffer());
    }

    private void adoptNewBuffers() throws IOException {
        forgetUnnamed();
        adoptRegistered();
        for (VirtualNames.Named named = VirtualNames.takeUnread(); named != null; named = named.next()) {
            adoptVirtualName(named.id, shortened(named.name));
        }
        // A write may fail: what is taken is noted before.
        for (BufferCursor cursor = unnamed.peek(); cursor != null; cursor = unnamed.peek()) {
            writeName(cursor);
            unnamed.remove();
        }
        for (Long id = unnamedVirtual.peek(); id != null; id = unnamedVirtual.peek()) {
            recording.virtualThread(id, virtualNames.getOrDefault(id, ""));
            unnamedVirtual.remove();
        }
    }

    /**
     * Releases the threads that have ended without a record before their names could be written. While a disk fails
     * for hours and the spool is full, those are all that begin.
     */
    private void forgetUnnamed() {
        for (Iterator<BufferCursor> cursors = unnamed.iterator(); cursors.hasNext(); ) {
            BufferCursor cursor = cursors.next();
            if (!cursor.buffer().owner.isAlive() && cursor.buffer().firstChunk == 0 && platform.remove(cursor)) {
                cursors.remove();
                release(cursor);
            }
        }
    }

    private void adoptVirtualName(long id, String name) {
        if (virtualNames.size() < VirtualNames.MOST && !name.equals(virtualNames.put(id, name))) {
            unnamedVirtual.add(id);
            sink.threadName(id, name);
        }
    }

    private static String shortened(String name) {
        return name.length() <= LONGEST_VIRTUAL_NAME ? name : name.substring(0, LONGEST_VIRTUAL_NAME);
    }

    private void adoptRegistered() {
        ThreadBuffer buffer = registered == null ? ThreadBuffers.takeRegistered() : registered;
        while (buffer != null) {
            registered = buffer;
            BufferCursor cursor = new BufferCursor(buffer, spool.chunkBytes(), scratch, calls);
            if (buffer.owner == Thread.currentThread()) {
                own = cursor;
            } else {
                unnamed.add(cursor);
                platform.add(cursor); // the last that may fail without memory, or the buffer would have two cursors
            }
            buffer = buffer.unlinkRegistered();
        }
        registered = null;
    }

    private void writeName(BufferCursor cursor) throws IOException {
        writeName(cursor, recording);
        sink.threadName(cursor.buffer().ownerId, cursor.name());
    }

    private static void writeName(BufferCursor cursor, RecordingWriter recording) throws IOException {
        ThreadBuffer buffer = cursor.buffer();
        String name = buffer.owner.getName();
        recording.thread(buffer.ownerId, buffer.owner.isDaemon(), name);
        cursor.name(name);
    }

    /** Checks the pool in the middle of a round, which may take long. */
    private void keepUp() throws IOException {
        if (ChunkPool.INSTANCE.isEmpty()) {
            backlog.update(System.nanoTime());
        }
        makeRoom();
    }

    /** Returns whether a thread that needs a chunk gets one, or will as soon as the spool has grown. */
    public boolean hasRoom() {
        return !ChunkPool.INSTANCE.isEmpty() || mayGrow();
    }

    /** Adds chunks if few are free. Returns whether there can be more. */
    public boolean growIfNeeded() {
        ChunkPool pool = ChunkPool.INSTANCE;
        if (!mayGrow()) {
            return false;
        }
        if (pool.free() < pool.count() / SPOOL_FRACTION_FREE || pool.isEmpty()) {
            grow();
        }
        return true;
    }

    private void makeRoom() throws IOException {
        // Once recording is off no thread needs a chunk, and a ring must keep its records.
        if (!finishing && !growIfNeeded() && discardWhenFull && ChunkPool.INSTANCE.isEmpty()) {
            int most = Math.max(1, ChunkPool.INSTANCE.count() / SPOOL_FRACTION_DROPPED);
            for (int i = 0; i < most && discardOldest(); i++) {}
        }
    }

    private void grow() {
        try {
            spool.grow();
        } catch (IOException full) {
            // Not an error: recording continues with the existing chunks.
            growthFailed = true;
            growthFailedNanos = System.nanoTime();
        }
    }

    /** Discards the oldest full chunk. Returns whether there was one. */
    private boolean discardOldest() throws IOException {
        BufferCursor oldest = older(oldestSealed(platform), oldestSealed(carriers));
        if (oldest == null) {
            return false;
        }
        // Records that the live handlers have received count as recorded.
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
        return spool.mayGrow() && (!growthFailed || System.nanoTime() - growthFailedNanos >= GROWTH_PERIOD_NANOS);
    }
}
