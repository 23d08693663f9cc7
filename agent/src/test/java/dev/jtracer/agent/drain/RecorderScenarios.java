// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.drain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.bootstrap.CallbackTracer;
import dev.jtracer.bootstrap.ChunkPool;
import dev.jtracer.bootstrap.LossCounter;
import dev.jtracer.bootstrap.MethodTracer;
import dev.jtracer.bootstrap.RecorderClasses;
import dev.jtracer.bootstrap.TracerSwitch;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.jtr.CallStream;
import dev.jtracer.engine.jtr.FailingChannel;
import dev.jtracer.engine.jtr.RecordSink;
import dev.jtracer.engine.jtr.RecordingHeader;
import dev.jtracer.engine.jtr.RecordingWriter;
import dev.jtracer.engine.jtr.SingleFile;
import dev.jtracer.engine.jtr.SpoolLayout;
import dev.jtracer.engine.jtr.WrittenRecording;
import dev.jtracer.engine.jtr.read.RecordingContents;
import dev.jtracer.engine.jtr.read.StreamsByThread;
import dev.jtracer.engine.pairing.PlainCalls;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import jdk.internal.misc.Unsafe;

/** Scenarios that {@link RecorderTest} runs in JVMs of their own; the main thread is the drain. */
final class RecorderScenarios {
    private static final long SMALL_SPOOL = 1 << 20;
    private static final int CHUNKS_OF_SMALL_SPOOL = (int) SMALL_SPOOL / DrainedRecording.CHUNK_BYTES;
    private static final long A_MINUTE = 60_000_000_000L;
    private static final long A_SHORT_WAIT = 200_000_000;
    private static final int SLOTS = 4096;

    /** The drain's and the launcher's, and one that is too slow for the start. The last has no code. */
    private static final Set<String> INITIALISED_LATER =
            Set.of("Chunk", "AgentDoor", "AgentDoor$Agent", "AgentDoor$KeptNames", "CarrierThread", "package-info");

    private final Path directory;

    private RecorderScenarios(Path directory) {
        this.directory = directory;
    }

    public static void main(String[] arguments) throws Exception {
        RecorderScenarios scenarios = new RecorderScenarios(Path.of(arguments[1]));
        switch (arguments[0]) {
            case "classes" -> scenarios.allClassesAreInitialised();
            case "wait" -> scenarios.waitingThreadsLoseNothing();
            case "stall" -> scenarios.stalledDrainIsWaitedForOnce();
            case "drop" -> scenarios.droppedRecordsAreCounted();
            case "ring" -> scenarios.discardedRecordsAreCounted();
            case "end" -> scenarios.endedThreadsGiveTheirChunksBack();
            case "collide" -> scenarios.threadsOfOneSlotStayApart();
            case "grow" -> scenarios.spoolGrowsInsteadOfLosing();
            case "exhaust" -> scenarios.threadsBeyondTheChunksDoWithout();
            case "overflow" -> scenarios.stackOverflowLosesItsRecordOnly();
            case "links" -> scenarios.linksStayWithTheirRecord();
            case "begin" -> scenarios.nextRecordingHasNothingOfTheOneBefore();
            case "order" -> scenarios.oldestChunksAreDrainedFirst();
            case "disk" -> scenarios.failingWritesLoseNothing();
            case "outage" -> scenarios.threadsWithoutRecordsAreReleasedWhileTheDiskFails();
            case "files" -> scenarios.deletedFilesAreClosedHoweverBusyThreadsAre();
            case "retries" -> scenarios.retriesTakeNoMemory();
            case "long-wait" -> scenarios.longWaitIsACall();
            case "totals" -> scenarios.packedRecordsAddUpAsTheFileDoes();
            case "busy" -> scenarios.roundEndsHoweverBusyAThreadIs();
            default -> throw new IllegalArgumentException(arguments[0]);
        }
        // Threads of a failed scenario may wait for ever.
        System.exit(0);
    }

    private void allClassesAreInitialised() throws Exception {
        RecorderClasses.initialize();

        List<String> uninitialised = new ArrayList<>();
        try (Stream<Path> files = Files.list(RecorderFork.bootstrapSection(directory))) {
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                String name = file.getFileName().toString().replace(".class", "");
                Class<?> type = Class.forName("dev.jtracer.bootstrap." + name, false, null);
                if (Unsafe.getUnsafe().shouldBeInitialized(type)) {
                    uninitialised.add(name);
                }
            }
        }
        assertThat(uninitialised).isSubsetOf(INITIALISED_LATER);
    }

    private void waitingThreadsLoseNothing() throws Exception {
        DrainedRecording recording = record(SMALL_SPOOL, false, A_MINUTE);
        List<ScriptedCalls> calls = scripts(8, 100_000);
        List<Thread> threads = start(calls);

        await("a thread that waits", () -> LossCounter.WAITS.count() > 0);
        recording.drainWhileAlive(threads);

        assertComplete(calls, recording.end());
        assertThat(ChunkPool.INSTANCE.count()).isEqualTo(CHUNKS_OF_SMALL_SPOOL);
    }

    private void longWaitIsACall() throws Exception {
        DrainedRecording recording = record(SMALL_SPOOL, false, A_MINUTE);
        ChunkPool.INSTANCE.waitName(1_000); // none of the scripts'
        List<ScriptedCalls> calls = scripts(1, 500_000);
        List<Thread> threads = start(calls);

        await("a thread that waits", () -> LossCounter.WAITS.count() > 0);
        Thread.sleep(20);
        recording.drainWhileAlive(threads);

        CallStream written = recording.end().of(calls.get(0).threadId());
        assertThat(written.isInOrderOfTime()).isTrue();
        CallStream others = new CallStream();
        List<Integer> waits = new ArrayList<>();
        long waited = 0;
        int[] codes = written.codes();
        long[] nanos = written.nanos();
        for (int i = 0; i < codes.length; i++) {
            int code = codes[i];
            if (code >> SpoolLayout.KIND_BITS == 1_000) {
                waits.add(code & 3);
                waited += (waits.size() % 2 == 0 ? 1 : -1) * nanos[i];
            } else {
                others.add(code & 3, 0, code >> SpoolLayout.KIND_BITS);
            }
        }
        assertThat(others.codes()).isEqualTo(calls.get(0).attempted().codes());
        assertThat(waits).startsWith(SpoolLayout.KIND_ENTER, SpoolLayout.KIND_EXIT);
        assertThat(waits.size() % 2).isZero();
        assertThat(waited).isBetween(20_000_000L, LossCounter.WAITED_NANOS.count());
    }

    private void stalledDrainIsWaitedForOnce() throws Exception {
        DrainedRecording recording = record(SMALL_SPOOL, false, A_SHORT_WAIT);
        CountDownLatch full = new CountDownLatch(8);
        CountDownLatch back = new CountDownLatch(1);
        List<ScriptedCalls> calls = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            calls.add(new ScriptedCalls(i, 100_000, () -> {
                full.countDown();
                awaitUninterrupted(back);
            }));
        }
        List<Thread> threads = start(calls);

        // Half of the records exceed the pool, and nothing frees a chunk.
        full.await();
        assertThat(LossCounter.WAITS.count()).isBetween(1L, 8L);
        assertThat(LossCounter.WAITED_NANOS.count()).isBetween(A_SHORT_WAIT / 2, 8 * A_MINUTE);
        assertThat(LossCounter.NO_FREE_CHUNK.count()).isPositive();
        assertThat(ChunkPool.INSTANCE.isEmpty()).isTrue();

        recording.drainer().round();
        ChunkPool.INSTANCE.longestWaitNanos(A_MINUTE);
        long lost = LossCounter.NO_FREE_CHUNK.count();
        back.countDown();
        recording.drainWhileAlive(threads);

        StreamsByThread written = recording.end();
        assertThat(LossCounter.NO_FREE_CHUNK.count())
                .as("once the drain is back")
                .isEqualTo(lost);
        assertThat(written.records() + lost).isEqualTo(attempted(calls));
        assertNothingInvented(calls, written);
    }

    private void failingWritesLoseNothing() throws Exception {
        int[] operations = {-10}; // the file begins well
        DrainedRecording recording = new DrainedRecording(
                directory,
                SMALL_SPOOL,
                false,
                () -> {
                    if (operations[0]++ % 3 == 1) {
                        throw new IOException("broken disk");
                    }
                },
                true);
        ChunkPool.INSTANCE.longestWaitNanos(A_MINUTE);
        RecorderClasses.initialize();
        TracerSwitch.set(true);
        List<ScriptedCalls> calls = scripts(8, 100_000);
        List<Thread> threads = start(calls);
        int failures = 0;
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                failures += failures(() -> recording.drainer().round());
            }
        }
        while (failures(() -> recording.drainer().finish(Long.MAX_VALUE)) > 0) {
            failures++;
        }
        operations[0] = Integer.MIN_VALUE; // which fails nothing any more
        assertThat(failures).isGreaterThan(10);
        assertComplete(calls, recording.end());
        assertThat(recording.names())
                .containsAll(threads.stream().map(Thread::getName).toList());
    }

    private void retriesTakeNoMemory() throws Exception {
        boolean[] fails = {false};
        DrainedRecording recording = recordToADiskThatMayFail(fails);
        List<ScriptedCalls> calls = scripts(8, 2 * DrainedRecording.RECORDS_A_CHUNK);
        runToTheEnd(calls);
        recording.drainer().skipOwn(); // names the threads
        fails[0] = true;

        for (int i = 0; i < 100; i++) {
            assertThat(failures(() -> recording.drainer().round())).isOne();
        }
        Field queue = SpoolDrainer.class.getDeclaredField("sealedChunks");
        queue.setAccessible(true);
        assertThat((Iterable<?>) queue.get(recording.drainer())).hasSizeBetween(1, 8);

        fails[0] = false;
        assertComplete(calls, recording.end());
    }

    private void deletedFilesAreClosedHoweverBusyThreadsAre() throws Exception {
        boolean[] fails = {false};
        DrainedRecording recording = record(SMALL_SPOOL, false, A_MINUTE);
        List<ScriptedCalls> calls = scripts(8, 100_000);
        List<Thread> threads = start(calls);
        List<FileChannel> files = new ArrayList<>();

        for (Thread thread : threads) {
            while (thread.isAlive()) {
                await("an empty pool", () -> ChunkPool.INSTANCE.isEmpty() || !thread.isAlive());
                recording.drainer().round();
                FileChannel next = DrainedRecording.create(directory.resolve("file" + files.size()));
                files.add(next);
                SingleFile file = new SingleFile(new FailingChannel(next, () -> {
                    if (fails[0]) {
                        throw new IOException("broken disk");
                    }
                }));
                recording.drainer().continueIn(WrittenRecording.writer(file, DrainedRecording.header()));
                recording.drainer().closeOldest(2);
                assertThat(open(files)).isLessThanOrEqualTo(3);
            }
        }
        TracerSwitch.set(false);
        assertThat(files).hasSizeGreaterThan(4);

        fails[0] = true;
        assertThat(failures(() -> recording.drainer().finish(Long.MAX_VALUE))).isOne();
        fails[0] = false;
        long unseen = recording.drainer().finish(Long.MAX_VALUE);
        assertThat(unseen).isPositive();
        assertThat(recording.live().records() + unseen).isEqualTo(attempted(calls));
        assertThat(recording.drainer().finish(Long.MAX_VALUE)).isZero();
        assertThat(open(files)).isOne();
    }

    private static long open(List<FileChannel> files) {
        return files.stream().filter(FileChannel::isOpen).count();
    }

    private void threadsWithoutRecordsAreReleasedWhileTheDiskFails() throws Exception {
        boolean[] fails = {false};
        DrainedRecording recording = recordToADiskThatMayFail(fails);
        fails[0] = true;
        List<ScriptedCalls> calls =
                scripts(1, 2 * CHUNKS_OF_SMALL_SPOOL * DrainedRecording.RECORDS_A_CHUNK); // the pool and more
        runToTheEnd(calls);
        List<ScriptedCalls> late = scripts(20, 100);
        runToTheEnd(late);
        calls.addAll(late);

        assertThat(failures(() -> recording.drainer().round())).isOne();
        assertThat(failures(() -> recording.drainer().round())).isOne();
        assertThat(recording.drainer().threads()).isOne();

        fails[0] = false;
        StreamsByThread written = recording.end();
        assertThat(written.records() + LossCounter.NO_FREE_CHUNK.count()).isEqualTo(attempted(calls));
        assertNothingInvented(calls, written);
    }

    private static void runToTheEnd(List<ScriptedCalls> calls) throws InterruptedException {
        for (Thread thread : start(calls)) {
            thread.join();
        }
    }

    private static int failures(Callable<Long> drain) throws Exception {
        try {
            drain.call();
            return 0;
        } catch (IOException e) {
            assertThat(e).hasMessage("broken disk");
            return 1;
        }
    }

    private void droppedRecordsAreCounted() throws Exception {
        DrainedRecording recording = record(SMALL_SPOOL, false, 0);
        CountDownLatch full = new CountDownLatch(8);
        CountDownLatch drained = new CountDownLatch(1);
        List<ScriptedCalls> calls = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            calls.add(new ScriptedCalls(i, 100_000, () -> {
                full.countDown();
                awaitUninterrupted(drained);
            }));
        }
        List<Thread> threads = start(calls);

        // Half of the records exceed the pool; records after the loss are stored again.
        full.await();
        recording.drainer().round();
        drained.countDown();
        recording.drainWhileAlive(threads);

        StreamsByThread written = recording.end();
        assertThat(written.records() + LossCounter.NO_FREE_CHUNK.count()).isEqualTo(attempted(calls));
        assertThat(written.lost()).isPositive().isLessThanOrEqualTo(LossCounter.NO_FREE_CHUNK.count());
        assertThat(LossCounter.WAITS.count()).isZero();
        assertNothingInvented(calls, written);
    }

    private void discardedRecordsAreCounted() throws Exception {
        DrainedRecording recording = record(SMALL_SPOOL, true, A_MINUTE);
        List<ScriptedCalls> calls = scripts(4, 300_000);
        List<Thread> threads = start(calls);

        for (Thread thread : threads) {
            while (thread.isAlive()) {
                // A late drain finds only chunks that it already counts as full, and none free.
                await("an empty pool", () -> ChunkPool.INSTANCE.isEmpty() || !thread.isAlive());
                recording.drainer().round();
            }
        }

        StreamsByThread written = recording.end();
        long discarded = recording.drainer().discarded();
        assertThat(discarded).isPositive();
        assertThat(written.records() + discarded + LossCounter.NO_FREE_CHUNK.count())
                .isEqualTo(attempted(calls));
        assertThat(recording.drainer().events()).isEqualTo(written.records());
        assertNothingInvented(calls, written);
    }

    private void endedThreadsGiveTheirChunksBack() throws Exception {
        DrainedRecording recording = record(SMALL_SPOOL, false, A_MINUTE);
        List<ScriptedCalls> calls = new ArrayList<>();
        for (int batch = 0; batch < 30; batch++) {
            List<ScriptedCalls> more = scripts(10, 100);
            recording.drainWhileAlive(start(more));
            calls.addAll(more);
        }
        recording.drainer().round();

        // Every chunk must be free now, so that this thread can fill them all without a drain.
        ChunkPool.INSTANCE.longestWaitNanos(0);
        List<ScriptedCalls> last = scripts(1, CHUNKS_OF_SMALL_SPOOL * DrainedRecording.RECORDS_A_CHUNK);
        for (Thread thread : start(last)) {
            thread.join();
        }
        assertThat(LossCounter.NO_FREE_CHUNK.count()).isZero();
        calls.addAll(last);

        assertComplete(calls, recording.end());
    }

    private void oldestChunksAreDrainedFirst() throws Exception {
        int turns = 20;
        DrainedRecording recording = record(16 << 20, false, A_MINUTE);
        CyclicBarrier turn = new CyclicBarrier(2);
        List<Thread> threads = new ArrayList<>();
        for (int mine = 0; mine < 2; mine++) {
            int first = mine;
            ScriptedCalls calls = new ScriptedCalls(mine, Integer.MAX_VALUE);
            threads.add(new Thread(() -> takeTurns(calls, first, turns, turn)));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }

        ThreadStretches stretches = new ThreadStretches();
        recording.drainer().sink(stretches);
        recording.drainer().round();

        // The threads have ended: one after the other, there would be two stretches.
        assertThat(stretches.count).isGreaterThanOrEqualTo(turns);
    }

    /** A sink that counts how often records of another thread follow. */
    private static final class ThreadStretches implements RecordSink {
        private long last;
        private int count;

        @Override
        public void thread(long threadId, boolean virtual) {
            count += threadId == last ? 0 : 1;
            last = threadId;
        }

        @Override
        public void record(int kind, long nanos, int methodId) {}

        @Override
        public void link(int code, long number) {}

        @Override
        public void lost(long records) {}
    }

    private static void takeTurns(ScriptedCalls calls, int first, int turns, CyclicBarrier turn) {
        try {
            for (int i = 0; i < turns; i++) {
                for (int step = 0; i % 2 == first && step < 2 * DrainedRecording.RECORDS_A_CHUNK; step++) {
                    calls.step();
                }
                turn.await();
            }
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new AssertionError(e);
        }
    }

    private void threadsOfOneSlotStayApart() throws Exception {
        DrainedRecording recording = record(SMALL_SPOOL, false, A_MINUTE);
        List<ScriptedCalls> calls = scripts(12, 40_000);
        List<Thread> threads = new ArrayList<>();
        for (ScriptedCalls call : calls) {
            threads.add(threadOfSlot(17, call));
        }
        threads.forEach(Thread::start);

        recording.drainWhileAlive(threads);

        assertComplete(calls, recording.end());
    }

    @SuppressWarnings("deprecation") // Thread.threadId came after 17
    private static Thread threadOfSlot(int slot, Runnable work) {
        Thread thread = new Thread(work);
        while (thread.getId() % SLOTS != slot) {
            thread = new Thread(work);
        }
        return thread;
    }

    private void spoolGrowsInsteadOfLosing() throws Exception {
        int most = 16 << 20;
        DrainedRecording recording = record(most, false, A_MINUTE);
        int first = ChunkPool.INSTANCE.count();
        List<ScriptedCalls> calls = scripts(3, 2_000_000);
        List<Thread> threads = start(calls);

        while (ChunkPool.INSTANCE.count() < most / DrainedRecording.CHUNK_BYTES) {
            await("an empty pool", ChunkPool.INSTANCE::isEmpty);
            int before = ChunkPool.INSTANCE.count();
            recording.drainer().round();
            assertThat(ChunkPool.INSTANCE.count()).isGreaterThanOrEqualTo(2 * before);
        }
        recording.drainWhileAlive(threads);

        assertThat(first).isEqualTo(256);
        assertThat(ChunkPool.INSTANCE.count()).isEqualTo(1024);
        assertComplete(calls, recording.end());
    }

    private void threadsBeyondTheChunksDoWithout() throws Exception {
        DrainedRecording recording = record(SMALL_SPOOL, false, A_MINUTE);
        CountDownLatch recorded = new CountDownLatch(100);
        CountDownLatch leave = new CountDownLatch(1);
        List<ScriptedCalls> calls = scripts(100, 1_000);
        List<Thread> threads = new ArrayList<>();
        for (ScriptedCalls call : calls) {
            Thread thread = new Thread(() -> {
                call.run();
                recorded.countDown();
                awaitUninterrupted(leave);
            });
            thread.start();
            threads.add(thread);
        }

        await("the end of all calls", () -> {
            round(recording);
            return recorded.getCount() == 0;
        });
        leave.countDown();
        recording.drainWhileAlive(threads);

        StreamsByThread written = recording.end();
        assertThat(LossCounter.NO_FREE_CHUNK.count()).isPositive();
        assertThat(written.records() + LossCounter.NO_FREE_CHUNK.count()).isEqualTo(attempted(calls));
        assertNothingInvented(calls, written);
    }

    private void linksStayWithTheirRecord() throws Exception {
        int runs = 3 * DrainedRecording.RECORDS_A_CHUNK;
        DrainedRecording recording = record(SMALL_SPOOL, false, A_MINUTE);
        // A run begins with two records and ends with one: after different numbers of records, each of these is the
        // last one of some chunk. The sink fails if a link is not followed by the record that it belongs to.
        for (int before = 0; before < 3; before++) {
            int others = before;
            Thread thread = new Thread(() -> {
                for (int i = 0; i < others; i++) {
                    MethodTracer.enter(1);
                }
                for (int i = 0; i < runs; i++) {
                    CallbackTracer.ran(CallbackTracer.run(null, 2));
                }
            });
            thread.start();
            recording.drainWhileAlive(List.of(thread));
        }

        assertThat(recording.end().records()).isEqualTo(0 + 1 + 2 + 3 * 2L * runs);
        assertThat(LossCounter.FAILURES.count() + LossCounter.NO_FREE_CHUNK.count())
                .isZero();
    }

    private void stackOverflowLosesItsRecordOnly() throws Exception {
        DrainedRecording recording = record(SMALL_SPOOL, false, A_MINUTE);
        List<StackFiller> fillers = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            StackFiller filler = new StackFiller(new ScriptedCalls(i, 5_000), i % 2 == 0);
            fillers.add(filler);
            threads.add(new Thread(null, filler, "filler", 256 << 10));
        }
        for (int i = 0; i < threads.size(); i += 4) {
            List<Thread> some = threads.subList(i, i + 4);
            some.forEach(Thread::start);
            recording.drainWhileAlive(some);
        }

        StreamsByThread written = recording.end();
        long attempted = 0;
        for (StackFiller filler : fillers) {
            attempted += filler.attempts + filler.afterwards.attempted().size();
            int[] codes = written.of(filler.afterwards.threadId()).codes();
            int[] expected = filler.afterwards.attempted().codes();
            assertThat(codes).hasSizeGreaterThan(expected.length);
            assertThat(Arrays.copyOfRange(codes, codes.length - expected.length, codes.length))
                    .isEqualTo(expected);
        }
        assertThat(LossCounter.lastFailure()).isEmpty();
        // A call that began at the end of the stack has no record, but no record is there twice.
        assertThat(written.records() + LossCounter.FAILURES.count()).isLessThanOrEqualTo(attempted);
        assertThat(LossCounter.NO_FREE_CHUNK.count()).isZero();
    }

    /** Overflows the stack inside the recorder at every depth, then makes ordinary calls. */
    private static final class StackFiller implements Runnable {
        private final ScriptedCalls afterwards;
        private final boolean recordsOnTheWayDown;
        private long attempts;

        StackFiller(ScriptedCalls afterwards, boolean recordsOnTheWayDown) {
            this.afterwards = afterwards;
            this.recordsOnTheWayDown = recordsOnTheWayDown;
        }

        @Override
        public void run() {
            for (int i = 0; i < 8; i++) {
                try {
                    fill();
                } catch (StackOverflowError expected) {
                    // on to the next
                }
            }
            afterwards.run();
        }

        /**
         * Records as a woven method does; otherwise the first record that the thread ever stores is at the end of its
         * stack.
         */
        @SuppressWarnings("InfiniteRecursion")
        private void fill() {
            if (recordsOnTheWayDown) {
                attempts++;
                MethodTracer.enter(1);
            }
            try {
                fill();
            } catch (StackOverflowError end) {
                attempts++;
                MethodTracer.exitThrow(1);
                throw end;
            }
        }
    }

    private void nextRecordingHasNothingOfTheOneBefore() throws Exception {
        DrainedRecording recording = record(SMALL_SPOOL, false, A_MINUTE);
        CountDownLatch recorded = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        ScriptedCalls before = new ScriptedCalls(1, 5 * DrainedRecording.RECORDS_A_CHUNK);
        ScriptedCalls after = new ScriptedCalls(2, 5 * DrainedRecording.RECORDS_A_CHUNK);
        Thread thread = new Thread(() -> {
            before.run();
            recorded.countDown();
            awaitUninterrupted(goOn);
            after.run();
        });
        thread.start();
        recorded.await();

        // The first recording has failed: nothing drained it.
        StreamsByThread live = new StreamsByThread();
        RecordingWriter writer = WrittenRecording.writer(
                new SingleFile(DrainedRecording.create(directory.resolve("second.jtr"))), DrainedRecording.header());
        recording.drainer().begin(writer, live);
        recording.drainer().round();
        assertThat(live.records()).isZero();

        goOn.countDown();
        recording.drainWhileAlive(List.of(thread));
        TracerSwitch.set(false);
        recording.drainer().finish(Long.MAX_VALUE);
        writer.close();
        StreamsByThread written = new StreamsByThread();
        RecordingContents.replay(directory.resolve("second.jtr"), written);
        assertThat(live.of(after.threadId()).codes())
                .isEqualTo(after.attempted().codes());
        assertThat(written.of(after.threadId()).codes())
                .isEqualTo(after.attempted().codes());
    }

    private void packedRecordsAddUpAsTheFileDoes() throws Exception {
        DrainedRecording recording = record(64 << 20, false, A_MINUTE);
        // Where the drain gets too little time, all chunks are deferred for a second: none comes to the loop then.
        int stretches = stretchesOfTotals(recording, 0, false);
        for (int attempt = 1; stretches <= 100 && attempt < 20; attempt++) {
            Thread.sleep(1_100);
            TracerSwitch.set(true);
            stretches = stretchesOfTotals(recording, attempt, false);
        }
        assertThat(stretches).isGreaterThan(100);
        TracerSwitch.set(true);
        assertThat(stretchesOfTotals(recording, 20, true)).isGreaterThan(100);
    }

    /**
     * Compares totals of the loop with those of the file. Returns how many stretches the loop has paired.
     *
     * @param defers whether all full chunks are deferred, because the drain begins when the recording ends
     */
    private int stretchesOfTotals(DrainedRecording recording, int attempt, boolean defers) throws Exception {
        RecordingHeader header = DrainedRecording.header();
        Path file = directory.resolve("totals-" + attempt + ".jtr");
        RecordingWriter writer = WrittenRecording.writer(new SingleFile(DrainedRecording.create(file)), header);
        StringTable names = new StringTable();
        for (int id = 0; id <= 300; id++) {
            names.add("com.acme.Type" + id + ".method");
        }
        LiveAnalysis live = new LiveAnalysis(names, 1, header.startNanos(), List.of(), null);
        AtomicInteger stretches = new AtomicInteger();
        recording.drainer().begin(writer, sink((proxy, method, arguments) -> {
            Object result = method.invoke(live.feed(), arguments);
            stretches.addAndGet(result instanceof PlainCalls ? 1 : 0);
            return result;
        }));
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            SplittableRandom random = new SplittableRandom(i);
            threads.add(new Thread(() -> callAndRun(random, 0, 200_000)));
        }
        threads.forEach(Thread::start);
        if (defers) {
            for (Thread thread : threads) {
                thread.join();
            }
        } else {
            recording.drainWhileAlive(threads);
        }
        TracerSwitch.set(false);
        recording.drainer().finish(Long.MAX_VALUE);
        writer.close();

        LiveAnalysis read = new LiveAnalysis(names, 1, 0, List.of(), null);
        RecordingContents.replay(
                file,
                sink((proxy, method, arguments) ->
                        method.getReturnType() == PlainCalls.class ? null : method.invoke(read.feed(), arguments)));
        assertThat(live.functions().rows())
                .hasSizeGreaterThan(250)
                .containsExactlyInAnyOrderElementsOf(read.functions().rows());
        assertThat(live.callbacks().rows())
                .hasSizeGreaterThan(250)
                .containsExactlyInAnyOrderElementsOf(read.callbacks().rows());
        assertThat(live.functions().unmatchedEnds()).isEqualTo(read.functions().unmatchedEnds());
        return stretches.get();
    }

    private static RecordSink sink(InvocationHandler methods) {
        return (RecordSink)
                Proxy.newProxyInstance(RecordSink.class.getClassLoader(), new Class<?>[] {RecordSink.class}, methods);
    }

    /** Records calls up to a depth, some of them in runs of callbacks. Returns the number of calls made. */
    private static int callAndRun(SplittableRandom random, int depth, int calls) {
        int made = 0;
        while (made < calls) {
            int id = 1 + random.nextInt(300);
            boolean isRun = random.nextInt(200) == 0;
            int inner = depth < 300 && random.nextInt(3) > 0 ? random.nextInt(Math.min(20, calls - made)) : 0;
            if (isRun) {
                int run = CallbackTracer.run(null, id);
                made += callAndRun(random, depth + 1, inner);
                CallbackTracer.ran(run);
            } else {
                MethodTracer.enter(id);
                made += callAndRun(random, depth + 1, inner);
                if (random.nextInt(10) == 0) {
                    MethodTracer.exitThrow(id);
                } else {
                    MethodTracer.exit(id);
                }
            }
            made++;
        }
        return made;
    }

    private void roundEndsHoweverBusyAThreadIs() throws Exception {
        int most = 20_000;
        DrainedRecording recording = record(SMALL_SPOOL, false, A_MINUTE);
        AtomicInteger stored = new AtomicInteger();
        AtomicInteger fed = new AtomicInteger();
        ScriptedCalls calls = new ScriptedCalls(3, most);
        Thread thread = new Thread(() -> {
            for (int i = 0; i < most; i++) {
                while (fed.get() < i) {
                    Thread.onSpinWait();
                }
                calls.step();
                stored.getAndIncrement();
            }
        });
        // After each record that is read, the next one is already stored.
        recording.drainer().sink(new RecordSink() {
            @Override
            public void thread(long threadId, boolean virtual) {}

            @Override
            public void record(int kind, long nanos, int methodId) {
                int next = fed.incrementAndGet();
                while (stored.get() <= next && next < most) {
                    Thread.onSpinWait();
                }
            }

            @Override
            public void link(int code, long pass) {}

            @Override
            public void lost(long records) {}
        });
        thread.start();
        await("the first record", () -> stored.get() > 0);

        recording.drainer().round();

        assertThat(fed.get()).isPositive().isLessThan(most / 2);
    }

    private DrainedRecording record(long spoolBytes, boolean discardWhenFull, long longestWaitNanos)
            throws IOException {
        DrainedRecording recording = new DrainedRecording(directory, spoolBytes, discardWhenFull);
        ChunkPool.INSTANCE.longestWaitNanos(longestWaitNanos);
        RecorderClasses.initialize();
        TracerSwitch.set(true);
        return recording;
    }

    /** Records, without a thread that waits, to a disk that fails while the first element is true. */
    private DrainedRecording recordToADiskThatMayFail(boolean[] fails) throws IOException {
        DrainedRecording recording = new DrainedRecording(
                directory,
                SMALL_SPOOL,
                false,
                () -> {
                    if (fails[0]) {
                        throw new IOException("broken disk");
                    }
                },
                true);
        ChunkPool.INSTANCE.longestWaitNanos(0);
        RecorderClasses.initialize();
        TracerSwitch.set(true);
        return recording;
    }

    private static List<ScriptedCalls> scripts(int threads, int records) {
        List<ScriptedCalls> scripts = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            scripts.add(new ScriptedCalls(31L * i + records, records));
        }
        return scripts;
    }

    private static List<Thread> start(List<ScriptedCalls> calls) {
        List<Thread> threads = new ArrayList<>();
        for (ScriptedCalls call : calls) {
            Thread thread = new Thread(call);
            thread.start();
            threads.add(thread);
        }
        return threads;
    }

    private static void round(DrainedRecording recording) {
        try {
            recording.drainer().round();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + A_MINUTE;
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("deadline for " + what).isLessThan(deadline);
            Thread.onSpinWait();
        }
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static long attempted(List<ScriptedCalls> calls) {
        return calls.stream().mapToLong(call -> call.attempted().size()).sum();
    }

    private static void assertComplete(List<ScriptedCalls> calls, StreamsByThread written) {
        assertThat(LossCounter.NO_FREE_CHUNK.count()).isZero();
        assertThat(LossCounter.FAILURES.count()).isZero();
        assertThat(written.lost()).isZero();
        assertThat(written.records()).isEqualTo(attempted(calls));
        for (ScriptedCalls call : calls) {
            assertThat(written.of(call.threadId()).codes())
                    .isEqualTo(call.attempted().codes());
        }
    }

    private static void assertNothingInvented(List<ScriptedCalls> calls, StreamsByThread written) {
        assertThat(LossCounter.FAILURES.count()).isZero();
        for (ScriptedCalls call : calls) {
            assertThat(written.of(call.threadId()).isWhatIsLeftOf(call.attempted()))
                    .as("records of thread " + call.threadId() + " are a part of what it recorded")
                    .isTrue();
        }
    }
}
