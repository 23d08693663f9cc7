// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.hazard.cases;

import dev.jtracer.it.hazard.Hazard;
import dev.jtracer.it.hazard.library.Bus;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Callbacks whose identity matters. */
// these cases test identity
@SuppressWarnings({"EqualsNull", "IdentityBinaryExpression", "ReferenceEquality", "SelfEquals", "UnnecessaryLambda"})
public final class Identity {
    private static final Supplier<String> NOTHING = () -> "nothing";

    private Identity() {}

    @Hazard
    static String sentinel_isRecognised() {
        return describe(NOTHING) + ", " + describe(() -> "something");
    }

    private static String describe(Supplier<String> supplier) {
        return supplier == NOTHING ? "sentinel" : supplier.get();
    }

    @Hazard
    static String treeMap_returnsItsComparator() {
        Comparator<String> byLength = (one, other) -> Integer.compare(one.length(), other.length());
        TreeMap<String, Integer> map = new TreeMap<>(byLength);
        map.put("aaa", 1);
        map.put("b", 2);
        return "same " + (map.comparator() == byLength) + " " + map;
    }

    @Hazard
    static String singletonsOfTheJdk_staySo() {
        Comparator<String> reversed = Collections.reverseOrder();
        List<String> words = new ArrayList<>(List.of("a", "b"));
        words.sort(reversed);
        return words + " " + (reversed == Collections.<String>reverseOrder()) + " "
                + (Comparator.<String>naturalOrder() == Comparator.<String>naturalOrder()) + " "
                + (Function.identity() == Function.identity());
    }

    @Hazard
    static String lock_isTheCallback() throws InterruptedException {
        List<String> said = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch waiting = new CountDownLatch(1);
        Runnable lock = () -> said.add("ran");
        Thread waiter = new Thread(() -> await(lock, waiting, said), "waiter");
        waiter.start();
        waiting.await();
        synchronized (lock) {
            lock.run();
            lock.notifyAll();
        }
        waiter.join();
        return said + " held " + Thread.holdsLock(lock);
    }

    @SuppressWarnings("WaitNotInLoop") // notified once, after the latch
    private static void await(Runnable lock, CountDownLatch waiting, List<String> said) {
        synchronized (lock) {
            waiting.countDown();
            try {
                lock.wait();
                said.add("notified holding " + Thread.holdsLock(lock));
            } catch (InterruptedException e) {
                said.add("interrupted");
            }
        }
    }

    @Hazard
    static String lambdaForwarded_isTheSame() {
        Supplier<String> lambda = () -> "down";
        return "same " + (one(lambda) == lambda) + " " + one(lambda).get();
    }

    private static Supplier<String> one(Supplier<String> callback) {
        return two(callback);
    }

    private static Supplier<String> two(Supplier<String> callback) {
        return three(callback);
    }

    private static Supplier<String> three(Supplier<String> callback) {
        return four(callback);
    }

    private static Supplier<String> four(Supplier<String> callback) {
        return five(callback);
    }

    private static Supplier<String> five(Supplier<String> callback) {
        return six(callback);
    }

    private static Supplier<String> six(Supplier<String> callback) {
        return callback.get().isEmpty() ? null : callback;
    }

    private static <T> T same(T object) {
        return object;
    }

    private static Runnable identity(Runnable callback) {
        return callback;
    }

    @Hazard
    static String identityFunction_returnsTheSame() {
        Runnable lambda = () -> {};
        return (identity(lambda) == lambda) + " " + (Identity.same(lambda) == lambda) + " "
                + (UnaryOperator.<Runnable>identity().apply(lambda) == lambda);
    }

    @Hazard
    static String hashMap_findsItsKey() {
        Map<Runnable, String> map = new HashMap<>();
        IdentityHashMap<Runnable, String> byIdentity = new IdentityHashMap<>();
        int[] runs = {0};
        Runnable key = () -> runs[0]++;
        put(map, key);
        byIdentity.put(key, "found");
        key.run();
        return map.get(key) + " " + byIdentity.get(key);
    }

    private static void put(Map<Runnable, String> map, Runnable key) {
        map.put(key, "found");
    }

    private static final class ById implements Supplier<Integer> {
        private final int id;

        ById(int id) {
            this.id = id;
        }

        @Override
        public Integer get() {
            return id;
        }

        @Override
        public boolean equals(Object other) {
            return other != null && other.getClass() == ById.class && ((ById) other).id == id;
        }

        @Override
        public int hashCode() {
            return id;
        }
    }

    @Hazard
    static String equality_isSymmetric() {
        return same(new ById(1), new ById(1));
    }

    private static String same(Supplier<Integer> one, Supplier<Integer> other) {
        return one.equals(other) + " " + other.equals(one) + " " + (one.hashCode() == other.hashCode());
    }

    private record Holder(Supplier<String> callback, String name) {}

    @Hazard
    static String records_areEqualByTheirCallback() {
        Supplier<String> lambda = () -> "held";
        Holder holder = new Holder(lambda, "x");
        return holder.equals(new Holder(lambda, "x")) + " " + (holder.callback() == lambda) + " "
                + holder.equals(new Holder(() -> "other", "x"));
    }

    @Hazard
    static String uncaughtExceptionHandler_isReturned() throws InterruptedException {
        AtomicReference<String> caught = new AtomicReference<>();
        IllegalStateException thrown = new IllegalStateException("mine");
        Thread.UncaughtExceptionHandler handler =
                (thread, exception) -> caught.set(thread.getName() + " " + (exception == thrown));
        Thread thread = new Thread(
                () -> {
                    throw thrown;
                },
                "thrower");
        thread.setUncaughtExceptionHandler(handler);
        boolean same = thread.getUncaughtExceptionHandler() == handler;
        thread.start();
        thread.join();
        return "same " + same + " caught by " + caught.get();
    }

    @Hazard
    static String proxy_returnsItsHandler() {
        InvocationHandler handler = (proxy, method, arguments) -> method.getName();
        Object proxy =
                Proxy.newProxyInstance(Identity.class.getClassLoader(), new Class<?>[] {Supplier.class}, handler);
        return ((Supplier<?>) proxy).get() + " " + (Proxy.getInvocationHandler(proxy) == handler);
    }

    @Hazard
    static String libraryLambda_isRemovedByIdentity() {
        Supplier<String> theirs = Bus.ownLambda("theirs");
        List<Supplier<String>> kept = new ArrayList<>();
        keep(kept, theirs);
        return kept.get(0).get() + " " + (kept.get(0) == theirs) + " " + kept.remove(theirs);
    }

    private static void keep(List<Supplier<String>> kept, Supplier<String> supplier) {
        kept.add(supplier);
    }

    @Hazard
    static String lambdaWithoutCaptures_isTheSameEachTime() {
        Map<Supplier<String>, Integer> counts = new HashMap<>();
        for (int i = 0; i < 3; i++) {
            counts.merge(constant(), 1, Integer::sum);
        }
        return counts.values().toString();
    }

    private static Supplier<String> constant() {
        return () -> "constant";
    }

    @Hazard
    static String lambdaWithCaptures_isAnotherEachTime() {
        return "same " + (capturing(1) == capturing(1)) + ", equal "
                + capturing(1).equals(capturing(1));
    }

    private static Supplier<Integer> capturing(int captured) {
        return () -> captured;
    }

    @Hazard
    static String objectMethods_areThoseOfObject() {
        int captured = 3;
        Supplier<Integer> lambda = () -> captured;
        String expected = lambda.getClass().getName() + "@" + Integer.toHexString(System.identityHashCode(lambda));
        return lambda.toString().equals(expected) + " " + (lambda.hashCode() == System.identityHashCode(lambda)) + " "
                + lambda.equals(lambda) + " " + lambda.equals(null);
    }

    @Hazard
    static String methodReferences_areNeverEqual() {
        String bound = "bound";
        Supplier<Integer> one = bound::length;
        Supplier<Integer> other = bound::length;
        return one.equals(other) + " " + one.get() + other.get();
    }
}
