// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/** The retransformation of classes that were loaded before the agent, by a {@link Weaver} that is registered. */
public final class RetransformBatches {
    /* The JVM stops all threads for each batch and goes through all of its classes, 18,000 of a Spring application,
     * even for a single one. A hundred keep the pause short, and one class that cannot be retransformed costs the
     * others only a second try. */
    private static final int BATCH = 100;

    private static final int PASSES = 2;
    private static final long PAUSE_NANOS = 10_000_000;

    private final Instrumentation instrumentation;
    private final Weaver weaver;
    private int failed;
    private boolean loops;

    public RetransformBatches(Instrumentation instrumentation, Weaver weaver) {
        this.instrumentation = instrumentation;
        this.weaver = weaver;
    }

    /** Retransforms the loaded classes that the weaver would have changed when they were loaded. For one thread. */
    public void run(Class<?>[] loaded) {
        run(loaded, each -> true);
    }

    /** Retransforms those of the JDK's classes that follow tasks and were loaded before the agent. For one thread. */
    public void runTaskClasses() {
        List<Class<?>> batch = new ArrayList<>();
        for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
            if (weaver.followsTasksOfJdk(loaded)) {
                batch.add(loaded);
            } else {
                weaver.weaveNeededWith(loaded);
            }
        }
        retransform(batch);
    }

    /**
     * Gives all woven classes their own code back. Class loaders keep their way to the recorder. For one thread.
     *
     * @param deadline when to stop waiting for threads that weave a class
     */
    public void restore(long deadline) {
        while (!weaver.unweave() && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(this, PAUSE_NANOS);
        }
        // A class that was woven just before is in the list only once it is defined.
        Set<Class<?>> restored = Collections.newSetFromMap(new IdentityHashMap<>());
        synchronized (weaver) { // code that another thread wove before is in the classes already
            for (int pass = 0; pass < PASSES; pass++) {
                run(instrumentation.getAllLoadedClasses(), restored::add);
                LockSupport.parkNanos(this, PAUSE_NANOS);
            }
        }
    }

    /**
     * Weaves the loaded classes of some methods again, without these.
     *
     * @param methods displayed names
     * @return all methods that were dropped from classes so far: not those that pass callbacks
     */
    public Set<String> drop(Set<String> methods) {
        if (methods.isEmpty()) {
            return weaver.dropped();
        }
        Set<String> classes = new HashSet<>();
        for (String method : methods) {
            classes.add(method.substring(0, Math.max(0, method.lastIndexOf('.'))));
        }
        synchronized (weaver) {
            weaver.drop(methods);
            run(instrumentation.getAllLoadedClasses(), loaded -> classes.contains(loaded.getName()));
        }
        return weaver.dropped();
    }

    private void run(Class<?>[] loaded, Predicate<Class<?>> wanted) {
        List<Class<?>> classes = new ArrayList<>();
        for (Class<?> each : loaded) {
            if (weaver.concerns(each) && instrumentation.isModifiableClass(each) && wanted.test(each)) {
                classes.add(each);
            }
        }
        retransform(classes);
    }

    /** Returns whether there was a class with a loop that takes tasks, which threads may have begun before. */
    public boolean includedLoops() {
        return loops;
    }

    /** Returns the number of classes that the JVM refused to retransform. */
    public int failed() {
        return failed;
    }

    private void retransform(List<Class<?>> classes) {
        retransform(instrumentation, classes, new BiConsumer<>() {
            @Override
            public void accept(Class<?> refused, Throwable cause) {
                failed++;
                weaver.refused(refused, cause);
            }
        });
        for (Class<?> each : classes) {
            loops |= weaver.hasLoop(each);
        }
    }

    /** Retransforms classes; {@code refused} receives each that cannot be retransformed, and the cause. */
    public static void retransform(
            Instrumentation instrumentation, List<Class<?>> classes, BiConsumer<Class<?>, Throwable> refused) {
        for (int from = 0; from < classes.size(); from += BATCH) {
            List<Class<?>> batch = classes.subList(from, Math.min(classes.size(), from + BATCH));
            try {
                instrumentation.retransformClasses(batch.toArray(new Class<?>[0]));
            } catch (Throwable cause) { // UnmodifiableClassException, any LinkageError, also of another agent's making
                if (batch.size() == 1) {
                    refused.accept(batch.get(0), cause);
                    continue;
                }
                for (Class<?> each : batch) {
                    retransform(instrumentation, List.<Class<?>>of(each), refused);
                }
            }
        }
    }
}
