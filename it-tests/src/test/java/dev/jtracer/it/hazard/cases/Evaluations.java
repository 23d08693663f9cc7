// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.hazard.cases;

import dev.jtracer.it.hazard.Hazard;
import dev.jtracer.it.hazard.library.Bus;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Lambdas that capture nothing and are evaluated several times, each time as an argument. */
// these cases test identity
@SuppressWarnings({
    "EqualsIncompatibleType",
    "EqualsNull",
    "IdentityBinaryExpression",
    "IdentityHashMapUsage",
    "ReferenceEquality",
    "SelfEquals",
    "UnnecessaryLambda"
})
public final class Evaluations {
    private static final int TIMES = 3;

    private static int runs;
    private static @Nullable Runnable lastAdded;

    private Evaluations() {}

    /** An interface without methods. */
    private interface Marker {}

    private static void count() {
        runs++;
    }

    private static void fail() {
        throw new IllegalArgumentException("thrown by a task");
    }

    @Hazard
    static String setOfTasks_hasEachLambdaOnce() {
        Set<Runnable> tasks = new HashSet<>();
        Executor executor = tasks::add;
        for (int i = 0; i < TIMES; i++) {
            executor.execute(Evaluations::count);
            executor.execute(() -> runs++);
        }
        return tasks.size() + ", equal " + tasks.equals(new HashSet<>(new ArrayList<>(tasks)));
    }

    @Hazard
    static String concurrentMap_countsBySite() {
        Map<Runnable, Integer> counts = new ConcurrentHashMap<>();
        Executor executor = task -> counts.merge(task, 1, Integer::sum);
        for (int i = 0; i < TIMES; i++) {
            executor.execute(Evaluations::count);
        }
        return counts.values().toString();
    }

    @Hazard
    static String listOfListeners_losesWhatWasAdded() {
        List<Runnable> listeners = new ArrayList<>();
        Executor register = task -> {
            if (!listeners.remove(task)) {
                listeners.add(task);
            }
        };
        StringBuilder sizes = new StringBuilder();
        for (int i = 0; i < 2 * TIMES; i++) {
            register.execute(Evaluations::count);
            sizes.append(listeners.size());
        }
        return sizes.toString();
    }

    @Hazard
    static String task_equalsItselfAlone() {
        List<Runnable> tasks = new ArrayList<>();
        Executor executor = tasks::add;
        executor.execute(Evaluations::count);
        executor.execute(Evaluations::fail);
        Runnable one = tasks.get(0);
        Object other = tasks.get(1);
        String text = one.toString();
        return one.equals(one) + " " + one.equals(other) + " " + one.equals(null) + " " + one.equals("task") + " "
                + (one.hashCode() == one.hashCode()) + " "
                + text.substring(text.indexOf('@') + 1).equals(Integer.toHexString(one.hashCode()));
    }

    @Hazard
    static String ownMethod_comparesByIdentity() {
        lastAdded = null;
        StringBuilder added = new StringBuilder();
        for (int i = 0; i < TIMES; i++) {
            added.append(addOnce(Evaluations::count)).append(' ');
        }
        return added.toString();
    }

    private static boolean addOnce(Runnable listener) {
        boolean isNew = lastAdded != listener;
        lastAdded = listener;
        return isNew;
    }

    @Hazard
    static String identityMap_hasEachLambdaOnce() {
        Map<Object, Integer> counts = new IdentityHashMap<>();
        for (int i = 0; i < TIMES; i++) {
            counts.merge((Runnable) Evaluations::count, 1, Integer::sum);
        }
        return counts.values().toString();
    }

    @Hazard
    static String weakListenerOfALibrary_isStillThere() {
        Bus bus = new Bus();
        bus.addWeak(Evaluations::count);
        System.gc();
        int before = runs;
        bus.fire();
        return "ran " + (runs - before);
    }

    @Hazard
    static String comparators_areTheSame() {
        List<Comparator<? super String>> comparators = new ArrayList<>();
        for (int i = 0; i < TIMES; i++) {
            comparators.add(new TreeMap<String, String>(String::compareToIgnoreCase).comparator());
        }
        return (comparators.get(0) == comparators.get(1)) + " " + (comparators.get(1) == comparators.get(2));
    }

    @Hazard
    static String threadFactories_areTheSame() {
        List<Object> factories = new ArrayList<>();
        for (int i = 0; i < TIMES; i++) {
            ThreadPoolExecutor pool = new ThreadPoolExecutor(
                    1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> new Thread(task));
            factories.add(pool.getThreadFactory());
            pool.shutdown();
        }
        return (factories.get(0) == factories.get(1)) + " " + (factories.get(1) == factories.get(2));
    }

    @Hazard
    static String serializableTask_isTheSameAndCanBeWritten() throws IOException {
        List<Runnable> tasks = new ArrayList<>();
        Executor executor = tasks::add;
        for (int i = 0; i < TIMES; i++) {
            executor.execute((Runnable & Serializable) Evaluations::count);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(tasks.get(0));
        }
        return (tasks.get(0) == tasks.get(TIMES - 1)) + " " + (bytes.size() > 0);
    }

    @Hazard
    static String markedTask_keepsItsInterfaces() {
        Set<Runnable> tasks = new HashSet<>();
        Executor executor = tasks::add;
        for (int i = 0; i < TIMES; i++) {
            executor.execute((Runnable & Marker) Evaluations::count);
        }
        return tasks.size() + " " + tasks.stream().allMatch(Marker.class::isInstance);
    }

    @Hazard
    static String thrownException_passesThrough() {
        StringBuilder causes = new StringBuilder();
        for (int i = 0; i < TIMES; i++) {
            try {
                CompletableFuture.completedFuture(i).thenRun(Evaluations::fail).join();
            } catch (CompletionException e) {
                causes.append(e.getCause().getMessage()).append(';');
            }
        }
        return causes.toString();
    }

    @Hazard
    static String task_isALock() {
        List<Boolean> held = new ArrayList<>();
        Executor executor = task -> {
            synchronized (task) {
                task.run();
                held.add(Thread.holdsLock(task));
            }
        };
        for (int i = 0; i < TIMES; i++) {
            executor.execute(Evaluations::count);
        }
        return held.toString();
    }
}
