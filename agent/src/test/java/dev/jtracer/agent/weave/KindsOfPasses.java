// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TimerTask;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Passes of every kind that changes the code around them. Each method returns its result as text. */
final class KindsOfPasses {
    private KindsOfPasses() {}

    interface Everything {
        double sum(byte b, char c, short s, int i, long l, float f, double d, boolean z, Long o, int[] a);
    }

    static String everyKindOfParameter() {
        int captured = 1;
        Everything sum =
                (b, c, s, i, l, f, d, z, o, a) -> b + c + s + i + l + f + d + (z ? 1 : 0) + o + a[0] + captured;
        return "" + sum.sum((byte) 1, 'a', (short) 3, 4, 5L, 6f, 7d, true, 9L, new int[] {10});
    }

    interface ToBoolean {
        boolean get();
    }

    interface ToByte {
        byte get();
    }

    interface ToChar {
        char get();
    }

    interface ToShort {
        short get();
    }

    interface ToFloat {
        float get();
    }

    interface ToLong {
        long get();
    }

    interface ToDouble {
        double get();
    }

    interface ToArray {
        int[] get();
    }

    static String everyKindOfResult() {
        ToBoolean z = () -> true;
        ToByte b = () -> 2;
        ToChar c = () -> 'c';
        ToShort s = () -> 4;
        ToFloat f = () -> 5f;
        ToLong l = () -> 6L;
        ToDouble d = () -> 7d;
        ToArray a = () -> new int[] {8};
        List<String> nothing = new ArrayList<>();
        Runnable run = () -> nothing.add("ran");
        run.run();
        return "" + z.get() + b.get() + c.get() + s.get() + f.get() + l.get() + d.get() + a.get()[0] + nothing;
    }

    interface TextFunction extends Function<String, String> {
        @Override
        String apply(String text);
    }

    static String bridges() {
        TextFunction twice = text -> text + text;
        Function<String, String> general = twice;
        return twice.apply("a")
                + general.apply("b")
                + twice.andThen(text -> text + "!").apply("c");
    }

    interface Marker {}

    static String markersAndDefaultMethods() {
        Predicate<String> empty = (Predicate<String> & Marker) String::isEmpty;
        return (empty instanceof Marker) + " " + empty.negate().test("") + " "
                + empty.or(text -> true).test("a");
    }

    static String sameException() {
        Exception thrown = new Exception("checked");
        Callable<String> fails = () -> {
            throw thrown;
        };
        try {
            return fails.call();
        } catch (Exception caught) {
            return "same " + (caught == thrown);
        }
    }

    static String identity() {
        List<Supplier<String>> made = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            made.add(() -> "constant");
        }
        return "same " + (made.get(0) == made.get(1));
    }

    private static final class Task extends FutureTask<String> {
        private final double weight;

        Task(long number, double weight) {
            super(() -> "task " + number);
            this.weight = weight;
        }
    }

    static String lambdaForSuper() throws Exception {
        Task task = new Task(7L, 2.5);
        task.run();
        return task.get() + " " + task.weight;
    }

    static String constructorsAndWideArguments() throws InterruptedException {
        long before = 3L;
        double after = 4d;
        StringBuilder said = new StringBuilder();
        Thread thread = new Thread(null, () -> said.append(before).append(after), "name", 0L);
        thread.start();
        thread.join();
        return said + thread.getName() + reduce(5L, (a, b) -> a + b, 6d);
    }

    private static double reduce(long first, BiFunction<Long, Double, Double> function, double second) {
        return function.apply(first, second);
    }

    static String passWithinTry(boolean fail) {
        TreeMap<String, Integer> map = new TreeMap<>((one, other) -> one.compareTo(other));
        int tried = 0;
        for (int i = 0; i < 2; i++) {
            try {
                tried++;
                map.computeIfAbsent("key" + i, key -> {
                    if (fail && key.endsWith("1")) {
                        throw new IllegalStateException(key);
                    }
                    return key.length();
                });
            } catch (IllegalStateException expected) {
                map.merge(expected.getMessage(), 1, (one, other) -> one + other);
            } finally {
                tried += 10;
            }
        }
        return map + " " + tried;
    }

    static String passWithinTry() {
        return passWithinTry(false) + passWithinTry(true);
    }

    /** A task with a method of its own that is called as the one that starts a thread. */
    private static final class Startable extends TimerTask {
        static int started;

        static void start() {
            started++;
        }

        @Override
        public void run() {}
    }

    /** Loaded, and so woven, when it is known that the other class is one of tasks. */
    private static final class Starter {
        static String start() {
            Startable.start();
            String text = "x";
            Startable.start();
            return text + Startable.started;
        }
    }

    static String staticStart() {
        Startable.started = 0;
        return Starter.start();
    }

    static String nameOfALambda() {
        int captured = 1;
        Supplier<Integer> lambda = () -> captured;
        return lambda.getClass().getName();
    }

    static String fieldsOfALambda() {
        int captured = 1;
        Supplier<Integer> lambda = () -> captured;
        return Arrays.toString(lambda.getClass().getDeclaredFields());
    }
}
