// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CallbackTableTest {
    /** Half of the slots: the table has 64 pages of 4096. */
    private static final int HALF_OF_WHAT_THERE_IS_ROOM_FOR = 131_072;

    private static final int MORE_THAN_THERE_IS_ROOM_FOR = 300_000;

    private static final int MORE_THAN_A_PAGE_HAS_SLOTS = 6_000;

    private static final AtomicLong NUMBER = new AtomicLong();

    /** Numbers increase with time, as in a JVM: the table uses them as the age. */
    private static Pass pass() {
        return Pass.firstOfObject(NUMBER.incrementAndGet(), 1, 1, Pass.Kind.EXACT);
    }

    /** Sets the last pass as threads do that pass a callback at once. */
    private static void put(Object callback, Pass pass) {
        while (!CallbackTable.put(callback, CallbackTable.get(callback), pass)) {
            Thread.onSpinWait();
        }
    }

    @Test
    void lastPass_isFoundByIdentity() {
        String callback = new String("callback");
        put(callback, pass());
        Pass last = pass();
        put(callback, last);

        assertThat(CallbackTable.get(callback)).isSameAs(last);
        assertThat(CallbackTable.get(new String("callback"))).isNull();
    }

    @Test
    void callback_isNotKeptAlive() {
        WeakReference<Object> callback = addedAndReleased();

        // Returns when the collector has finished; the build's time limit ends it otherwise.
        while (callback.get() != null) {
            System.gc();
        }

        assertThat(callback.get()).isNull();
    }

    private static WeakReference<Object> addedAndReleased() {
        Object callback = new Object();
        put(callback, pass());
        return new WeakReference<>(callback);
    }

    @Test
    void collectedCallbacks_makeRoomForOthers() {
        // The first call makes room for collected entries of other tests, the second one sweeps them.
        addAndReleaseMany();
        addAndReleaseMany();
        long before = LossCounter.UNLINKED.count();
        for (int round = 0; round < 4; round++) {
            addAndReleaseMany();
        }

        // Occasionally all sixteen slots of a callback are in use before the table is full.
        assertThat(LossCounter.UNLINKED.count() - before).isLessThan(HALF_OF_WHAT_THERE_IS_ROOM_FOR / 100);
    }

    private static void addAndReleaseMany() {
        for (int i = 0; i < HALF_OF_WHAT_THERE_IS_ROOM_FOR; i++) {
            put(new Object(), pass());
        }
        awaitCollection();
    }

    private static void awaitCollection() {
        WeakReference<Object> dropped = addedAndReleased();
        while (dropped.get() != null) {
            System.gc();
        }
    }

    @Test
    void callbacksBeyondTheBound_areCounted() {
        long before = LossCounter.UNLINKED.count();
        List<Object> callbacks = new ArrayList<>();
        for (int i = 0; i < MORE_THAN_THERE_IS_ROOM_FOR; i++) {
            callbacks.add(new Object());
            put(callbacks.get(i), pass());
        }

        long unlinked = LossCounter.UNLINKED.count() - before;
        long linked = callbacks.stream()
                .filter(each -> CallbackTable.get(each) != null)
                .count();
        assertThat(unlinked).isPositive();
        assertThat(linked).isGreaterThanOrEqualTo(MORE_THAN_THERE_IS_ROOM_FOR - unlinked);
    }

    @Test
    void newCallback_isLinkedAlsoIfTheTableIsFull() {
        List<Object> callbacks = new ArrayList<>();
        int missed = 0;
        for (int i = 0; i < MORE_THAN_THERE_IS_ROOM_FOR; i++) {
            Object callback = new Object();
            callbacks.add(callback);
            put(callback, pass());
            missed += CallbackTable.get(callback) == null ? 1 : 0;
        }

        assertThat(missed).isZero();
        assertThat(callbacks).hasSize(MORE_THAN_THERE_IS_ROOM_FOR);
    }

    @Test
    void callbackThatHasSurvivedACollection_staysLinked() {
        int lost = -1;
        for (int i = 0; i < 3 && lost < 0; i++) {
            lost = lostListeners();
        }
        assumeThat(lost).as("no attempt without a collection").isNotNegative();

        assertThat(lost).isLessThan(10);
    }

    /**
     * Links listeners that survive a collection, and twice as many objects as there is room for. Returns how many
     * listeners are unlinked, or -1 if more collections ran: G1 does not clear references to what it promotes, so
     * dead objects look like survivors. The build gives its tests a young generation that is large enough.
     */
    private static int lostListeners() {
        awaitCollection(); // of what other tests have left in the table
        List<Object> listeners = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            listeners.add(new Object());
            put(listeners.get(i), pass());
        }
        awaitCollection();
        long before = collections();
        for (int i = 0; i < 2 * MORE_THAN_THERE_IS_ROOM_FOR; i++) {
            put(new Object(), pass());
        }
        boolean disturbed = collections() > before;
        return disturbed
                ? -1
                : (int) listeners.stream()
                        .filter(each -> CallbackTable.get(each) == null)
                        .count();
    }

    private static long collections() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionCount)
                .sum();
    }

    @Test
    void threadsThatNoteTheSameCallbacks_allFindThem() throws InterruptedException {
        List<Object> callbacks = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            callbacks.add(new Object());
        }
        List<Thread> threads = new ArrayList<>();
        AtomicInteger missed = new AtomicInteger();
        for (int t = 0; t < 4; t++) {
            Thread thread = new Thread(() -> {
                for (int i = 0; i < callbacks.size(); i++) {
                    put(callbacks.get(i), pass());
                    missed.addAndGet(CallbackTable.get(callbacks.get(i)) == null ? 1 : 0);
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(missed).hasValue(0);
    }

    @Test
    void tasks_areFoundUntilTheyAreRemoved_alsoIfTheirPageIsFull() {
        awaitCollection(); // of what other tests have left in the table
        List<Object> tasks = new ArrayList<>();
        List<Pass> passes = new ArrayList<>();
        for (int i = 0; i < MORE_THAN_A_PAGE_HAS_SLOTS; i++) {
            tasks.add(new Object());
            passes.add(pass());
            CallbackTable.addTask(tasks.get(i), passes.get(i));
        }

        for (int i = 0; i < tasks.size(); i++) {
            assertThat(CallbackTable.get(tasks.get(i))).isSameAs(passes.get(i));
            CallbackTable.remove(tasks.get(i), passes.get(i));
            assertThat(CallbackTable.get(tasks.get(i))).isNull();
        }
    }

    @Test
    void taskWithALaterPass_isNotRemoved() {
        Object task = new Object();
        Pass first = pass();
        Pass later = pass();
        CallbackTable.addTask(task, first);
        put(task, later);
        CallbackTable.remove(task, first);

        assertThat(CallbackTable.get(task)).isSameAs(later);
    }

    @Test
    void pass_isNotSet_ifAnotherThreadHasSetOne() {
        Object task = new Object();
        Pass first = pass();
        CallbackTable.addTask(task, first);
        Pass other = pass();
        assertThat(CallbackTable.put(task, first, other)).isTrue();

        assertThat(CallbackTable.put(task, first, pass())).isFalse();
        assertThat(CallbackTable.put(task, null, pass())).isFalse();
        assertThat(CallbackTable.get(task)).isSameAs(other);
        CallbackTable.remove(task, other);
        assertThat(CallbackTable.put(task, other, pass())).isFalse();
        assertThat(CallbackTable.get(task)).isNull();
    }

    /** A task that is queued once more in the moment in which a thread has run it. */
    @Test
    @SuppressWarnings("ThreadPriorityCheck") // on one core, a turn each costs a time slice otherwise
    void laterPass_isKept_whileAnotherThreadRemovesTheOneBefore() throws InterruptedException {
        Object[] tasks = new Object[300_000];
        Pass[] passes = new Pass[tasks.length];
        for (int i = 0; i < tasks.length; i++) {
            tasks[i] = new Object();
            passes[i] = pass();
        }
        AtomicInteger added = new AtomicInteger();
        AtomicInteger removed = new AtomicInteger();
        AtomicInteger missed = new AtomicInteger();
        Thread remover = new Thread(() -> {
            for (int i = 0; i < tasks.length; i++) {
                while (added.get() == i) {
                    Thread.yield();
                }
                CallbackTable.remove(tasks[i], passes[i]);
                removed.set(i + 1);
            }
        });
        remover.start();
        for (int i = 0; i < tasks.length; i++) {
            CallbackTable.addTask(tasks[i], passes[i]);
            Pass later = pass();
            added.set(i + 1);
            put(tasks[i], later);
            while (removed.get() == i) {
                Thread.yield();
            }
            missed.addAndGet(CallbackTable.get(tasks[i]) == later ? 0 : 1);
            CallbackTable.remove(tasks[i], later);
        }
        remover.join();

        assertThat(missed).hasValue(0);
    }

    /** The page is small, so that the threads often meet in a bucket. */
    @Test
    void threadsThatAddTasksAtOnce_loseNone() throws InterruptedException {
        awaitCollection(); // of what other tests have left in the table
        long before = LossCounter.UNLINKED.count();
        List<Thread> threads = new ArrayList<>();
        AtomicInteger missed = new AtomicInteger();
        for (int t = 0; t < 4; t++) {
            Thread thread = new Thread(() -> {
                for (int i = 0; i < 300_000; i++) {
                    Object task = new Object();
                    Pass pass = pass();
                    CallbackTable.addTask(task, pass);
                    missed.addAndGet(CallbackTable.get(task) == pass ? 0 : 1);
                    CallbackTable.remove(task, pass);
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(missed).hasValue(0);
        assertThat(LossCounter.UNLINKED.count() - before).isZero();
    }

    @ParameterizedTest
    @CsvSource({"4096, 1", "67108864, 16", "268435456, 64", "34359738368, 64", "100000000, 16"})
    void pages_takeATenthOfASmallHeap(long heapBytes, int pages) {
        assertThat(CallbackTable.pages(heapBytes)).isEqualTo(pages);
    }
}
