// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.drain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.bootstrap.ChunkPool;
import dev.jtracer.bootstrap.LossCounter;
import dev.jtracer.bootstrap.RecorderClasses;
import dev.jtracer.bootstrap.TracerSwitch;
import dev.jtracer.engine.jtr.read.StreamsByThread;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * Scenarios that {@link VirtualThreadsTest} runs in JVMs of their own. Virtual threads park while they record. The
 * main thread unparks them from outside of their scheduler, so that any carrier may run them next.
 */
final class VirtualThreadScenarios {
    private static final long A_MINUTE = 60_000_000_000L;
    private static final int SLOTS = 4096;

    private final DrainedRecording recording;
    private final ConcurrentLinkedQueue<Thread> parked = new ConcurrentLinkedQueue<>();

    private VirtualThreadScenarios(Path directory, boolean isSeen) throws Exception {
        recording = new DrainedRecording(directory, 1 << 20, false, () -> {}, isSeen);
        RecorderClasses.initialize();
        ChunkPool.INSTANCE.longestWaitNanos(A_MINUTE);
        TracerSwitch.set(true);
    }

    public static void main(String[] arguments) throws Exception {
        VirtualThreadScenarios scenarios =
                new VirtualThreadScenarios(Path.of(arguments[1]), !arguments[0].equals("unseen"));
        switch (arguments[0]) {
            case "many", "unseen" -> scenarios.manyThreadsStayApart();
            case "alone" -> scenarios.oneThreadStaysInOrder();
            case "slot" -> scenarios.threadsOfACarriersSlotStayApart();
            default -> throw new IllegalArgumentException(arguments[0]);
        }
        System.exit(0);
    }

    private void manyThreadsStayApart() throws Exception {
        List<Traveller> travellers = travellers(300, 1_000);
        List<Thread> threads = new ArrayList<>();
        for (Traveller traveller : travellers) {
            threads.add(unstarted(traveller));
        }
        runToTheirEnd(travellers, threads);
    }

    private void oneThreadStaysInOrder() throws Exception {
        // They record nothing, but occupy carriers, so that it is not always the same carrier that is free.
        for (int i = 0; i < 12; i++) {
            unstarted(() -> {
                        while (true) {
                            parked.add(Thread.currentThread());
                            LockSupport.park();
                        }
                    })
                    .start();
        }
        List<Traveller> travellers = List.of(new Traveller(1, 5_000, 100));
        runToTheirEnd(travellers, List.of(unstarted(travellers.get(0))));
    }

    /** Their ids map to the slot of a carrier's buffer, which only that carrier may use. */
    private void threadsOfACarriersSlotStayApart() throws Exception {
        List<Traveller> scouts = travellers(20, 1_000);
        List<Thread> threads = new ArrayList<>();
        for (Traveller scout : scouts) {
            threads.add(unstarted(scout));
        }
        drive(threads);

        List<Traveller> travellers = travellers(24, 10_000);
        List<Thread> sameSlot = new ArrayList<>();
        List<Thread> carriers = carriers();
        for (Traveller traveller : travellers) {
            Thread carrier = carriers.get(sameSlot.size() % carriers.size());
            Thread thread = unstarted(traveller);
            while (id(thread) % SLOTS != id(carrier) % SLOTS) {
                thread = unstarted(traveller);
            }
            sameSlot.add(thread);
        }
        runToTheirEnd(travellers, sameSlot);
    }

    private static List<Thread> carriers() {
        Thread[] all = new Thread[1_000];
        int count = rootGroup().enumerate(all);
        List<Thread> carriers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            if (all[i].getClass().getName().equals("jdk.internal.misc.CarrierThread")) {
                carriers.add(all[i]);
            }
        }
        assertThat(carriers).isNotEmpty();
        return carriers;
    }

    private static ThreadGroup rootGroup() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        return group;
    }

    private List<Traveller> travellers(int count, int records) {
        List<Traveller> travellers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            travellers.add(new Traveller(i, records, 0));
        }
        return travellers;
    }

    private void runToTheirEnd(List<Traveller> travellers, List<Thread> threads) throws Exception {
        drive(threads);
        StreamsByThread written = recording.end();
        assertThat(LossCounter.NO_FREE_CHUNK.count()).isZero();
        assertThat(LossCounter.FAILURES.count()).isZero();
        for (int i = 0; i < threads.size(); i++) {
            assertThat(written.of(id(threads.get(i))).codes())
                    .as("records of " + threads.get(i))
                    .isEqualTo(travellers.get(i).calls.attempted().codes());
            assertThat(written.of(id(threads.get(i))).isVirtual()).isTrue();
        }
    }

    /** Starts the threads, and drains and unparks until all have ended. */
    private void drive(List<Thread> threads) throws Exception {
        threads.forEach(Thread::start);
        long deadline = System.nanoTime() + A_MINUTE;
        Deque<Thread> alive = new ArrayDeque<>(threads);
        while (!alive.isEmpty()) {
            assertThat(System.nanoTime()).as("deadline").isLessThan(deadline);
            recording.drainer().round();
            for (Thread thread = parked.poll(); thread != null; thread = parked.poll()) {
                LockSupport.unpark(thread);
            }
            while (!alive.isEmpty() && !alive.peek().isAlive()) {
                alive.remove();
            }
        }
    }

    /** Records calls, and parks every few of them. */
    private final class Traveller implements Runnable {
        private final ScriptedCalls calls;
        private final int records;
        private final int leastJourneys;
        private final SplittableRandom random;

        /**
         * A traveller that makes at least this many records, and more until it has changed its carrier this often.
         */
        Traveller(long seed, int records, int leastJourneys) {
            this.calls = new ScriptedCalls(seed, records);
            this.records = records;
            this.leastJourneys = leastJourneys;
            this.random = new SplittableRandom(seed);
        }

        @Override
        public void run() {
            String carrier = "";
            int journeys = 0;
            for (int i = 0; i < records || journeys < leastJourneys; i++) {
                calls.step();
                if (random.nextInt(20) == 0) {
                    parked.add(Thread.currentThread());
                    LockSupport.park();
                    // VirtualThread[#31]/runnable@ForkJoinPool-1-worker-3
                    String name = Thread.currentThread().toString();
                    String now = name.substring(name.indexOf('@') + 1);
                    journeys += now.equals(carrier) ? 0 : 1;
                    carrier = now;
                }
            }
        }
    }

    @SuppressWarnings("deprecation") // Thread.threadId came after 17
    private static long id(Thread thread) {
        return thread.getId();
    }

    /** Thread.ofVirtual().unstarted(work) by reflection, because the tests are compiled for Java 17. */
    private static Thread unstarted(Runnable work) throws ReflectiveOperationException {
        Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
        return (Thread) Class.forName("java.lang.Thread$Builder")
                .getMethod("unstarted", Runnable.class)
                .invoke(builder, work);
    }
}
