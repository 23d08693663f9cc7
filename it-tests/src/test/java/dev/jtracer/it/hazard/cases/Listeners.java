// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.hazard.cases;

import dev.jtracer.it.hazard.Hazard;
import dev.jtracer.it.hazard.library.Bus;
import dev.jtracer.it.hazard.library.Garbage;
import dev.jtracer.it.hazard.library.Switch;
import java.beans.PropertyChangeListener;
import java.beans.PropertyChangeSupport;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Listeners that are added, found again, removed and forgotten. */
@SuppressWarnings({"ReachabilityFenceUsage", "ReferenceEquality"}) // identity is what these are about
public final class Listeners {
    private Listeners() {}

    private static final class OwnBus {
        private final List<Runnable> listeners = new ArrayList<>();

        void add(Runnable listener) {
            listeners.add(listener);
        }

        boolean remove(Runnable listener) {
            return listeners.remove(listener);
        }

        void fire() {
            for (Runnable listener : List.copyOf(listeners)) {
                listener.run();
            }
        }
    }

    private static final class Counting implements Runnable {
        private int runs;

        @Override
        public void run() {
            runs++;
        }
    }

    @Hazard
    static String lambda_isRemovedFromOwnBus() {
        OwnBus bus = new OwnBus();
        int[] runs = {0};
        Runnable listener = () -> runs[0]++;
        bus.add(listener);
        bus.fire();
        boolean removed = bus.remove(listener);
        bus.fire();
        return "removed " + removed + ", ran " + runs[0];
    }

    @Hazard
    static String object_isRemovedFromOwnBus() {
        OwnBus bus = new OwnBus();
        Counting listener = new Counting();
        bus.add(listener);
        bus.fire();
        boolean removed = bus.remove(listener);
        bus.fire();
        return "removed " + removed + ", ran " + listener.runs;
    }

    @Hazard
    static String lambda_isRemovedFromLibrary() {
        Bus bus = new Bus();
        int[] runs = {0};
        Runnable listener = () -> runs[0]++;
        bus.add(listener);
        bus.fire();
        boolean removed = bus.remove(listener);
        bus.fire();
        return "removed " + removed + ", ran " + runs[0];
    }

    @Hazard
    static String object_isRemovedFromLibrary() {
        Bus bus = new Bus();
        Counting listener = new Counting();
        bus.add(listener);
        bus.fire();
        boolean removed = bus.remove(listener);
        bus.fire();
        return "removed " + removed + ", ran " + listener.runs;
    }

    @Hazard
    static String lambdaAddedByTracedMethod_isTheSameOutside() {
        OwnBus bus = new OwnBus();
        int[] runs = {0};
        Runnable listener = () -> runs[0]++;
        bus.add(listener);
        return bus.listeners.contains(listener) + " " + (bus.listeners.get(0) == listener);
    }

    @Hazard
    static String libraryGetter_returnsTheSameLambda() {
        Bus bus = new Bus();
        Runnable listener = () -> bus.fire();
        bus.add(listener);
        return "same " + (bus.first() == listener);
    }

    @Hazard
    static String lambdaAddedWhileOff_isRemovedWhileOn() {
        Bus bus = new Bus();
        OwnBus ownBus = new OwnBus();
        Runnable listener = () -> bus.fire();
        Switch.off();
        bus.add(listener);
        ownBus.add(listener);
        Switch.on();
        return bus.remove(listener) + " " + ownBus.remove(listener);
    }

    @Hazard
    static String lambdaAddedWhileOn_isRemovedWhileOff() {
        Bus bus = new Bus();
        OwnBus ownBus = new OwnBus();
        Runnable listener = () -> bus.fire();
        bus.add(listener);
        ownBus.add(listener);
        Switch.off();
        String removed = bus.remove(listener) + " " + ownBus.remove(listener);
        Switch.on();
        return removed;
    }

    @Hazard
    static String lambda_isRemovedAfterCollection() {
        Bus bus = new Bus();
        OwnBus ownBus = new OwnBus();
        Runnable listener = () -> bus.fire();
        bus.add(listener);
        ownBus.add(listener);
        Garbage.collects(new WeakReference<>(new Object()));
        return bus.remove(listener) + " " + ownBus.remove(listener);
    }

    @Hazard
    static String weaklyHeldLambda_livesAsLongAsItsMaker() {
        Bus bus = new Bus();
        int[] runs = {0};
        Runnable listener = () -> runs[0]++;
        bus.addWeak(listener);
        Garbage.collects(new WeakReference<>(new Object()));
        bus.fire();
        Reference.reachabilityFence(listener);
        return "ran " + runs[0];
    }

    private static void addWeak(List<WeakReference<Runnable>> listeners, Runnable listener) {
        listeners.add(new WeakReference<>(listener));
    }

    @Hazard
    static String weaklyHeldLambda_livesInTracedMethodToo() {
        List<WeakReference<Runnable>> listeners = new ArrayList<>();
        int[] runs = {0};
        Runnable listener = () -> runs[0]++;
        addWeak(listeners, listener);
        Garbage.collects(new WeakReference<>(new Object()));
        for (WeakReference<Runnable> weak : listeners) {
            Runnable alive = weak.get();
            if (alive != null) {
                alive.run();
            }
        }
        Reference.reachabilityFence(listener);
        return "ran " + runs[0];
    }

    @Hazard
    static String weaklyHeldLambda_isCollected() {
        Bus bus = new Bus();
        return "lambda " + Garbage.collects(weakLambda(bus)) + ", object " + Garbage.collects(weakObject(bus));
    }

    private static WeakReference<Runnable> weakLambda(Bus bus) {
        int[] runs = {0};
        Runnable listener = () -> runs[0]++;
        bus.addWeak(listener);
        bus.fire();
        return new WeakReference<>(listener);
    }

    private static WeakReference<Counting> weakObject(Bus bus) {
        Counting listener = new Counting();
        bus.addWeak(listener);
        bus.fire();
        return new WeakReference<>(listener);
    }

    @Hazard
    static String weakHashMapOfLambdas_losesThoseThatNobodyHolds() {
        Map<Runnable, String> listeners = new WeakHashMap<>();
        int[] runs = {0};
        Runnable kept = () -> runs[0]++;
        listeners.put(kept, "kept");
        WeakReference<Runnable> lost = putLambda(listeners, runs);
        boolean collected = Garbage.collects(lost) && Garbage.isSoon(() -> listeners.size() == 1);
        String left = listeners.get(kept) + " of " + listeners.size();
        Reference.reachabilityFence(kept);
        return collected + " " + left;
    }

    private static WeakReference<Runnable> putLambda(Map<Runnable, String> listeners, int[] runs) {
        Runnable lambda = () -> runs[0] += 2;
        listeners.put(lambda, "lost");
        return new WeakReference<>(lambda);
    }

    @Hazard
    static String cleaner_runsItsLambda() throws InterruptedException {
        CountDownLatch cleaned = new CountDownLatch(1);
        registerGarbage(cleaned);
        boolean ran = false;
        for (int i = 0; i < 100 && !ran; i++) {
            System.gc();
            ran = cleaned.await(20, TimeUnit.MILLISECONDS);
        }
        return "cleaned " + ran;
    }

    private static void registerGarbage(CountDownLatch cleaned) {
        Cleaner.create().register(new Object(), cleaned::countDown);
    }

    @Hazard
    static String propertyChangeListener_isFoundAndRemoved() {
        PropertyChangeSupport support = new PropertyChangeSupport("bean");
        int[] changes = {0};
        PropertyChangeListener listener = event -> changes[0]++;
        support.addPropertyChangeListener("size", listener);
        support.firePropertyChange("size", 1, 2);
        boolean same = support.getPropertyChangeListeners("size")[0] == listener;
        support.removePropertyChangeListener("size", listener);
        support.firePropertyChange("size", 2, 3);
        return "same " + same + ", changes " + changes[0] + ", left " + support.getPropertyChangeListeners().length;
    }

    /** An object that is passed beside a callback is moved for a moment while the callback is noted. */
    @Hazard
    static String argumentBesideACallback_isNotKeptAlive() {
        Map<Object, Integer> counts = new WeakHashMap<>();
        List<WeakReference<Object>> keys = new ArrayList<>();
        return count(counts, keys) + " " + Garbage.collects(keys.get(0)) + " " + Garbage.isSoon(counts::isEmpty);
    }

    private static boolean count(Map<Object, Integer> counts, List<WeakReference<Object>> keys) {
        counts.merge(weak(keys, new Object()), 1, Integer::sum);
        return Garbage.collects(keys.get(0));
    }

    private static Object weak(List<WeakReference<Object>> keys, Object key) {
        keys.add(new WeakReference<>(key));
        return key;
    }

    @Hazard
    static String capturedObject_livesAsLongAsTheLambda() {
        List<WeakReference<Object>> captured = new ArrayList<>();
        List<Supplier<Object>> lambdas = new ArrayList<>();
        lambdas.add(capturing(weak(captured, new Object())));
        Garbage.collects(new WeakReference<>(new Object()));
        boolean alive = lambdas.get(0).get() != null;
        lambdas.clear();
        return alive + " " + Garbage.collects(captured.get(0));
    }

    private static Supplier<Object> capturing(Object captured) {
        return () -> captured;
    }
}
