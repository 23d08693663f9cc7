// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.hazard.cases;

import dev.jtracer.it.hazard.Hazard;
import dev.jtracer.it.hazard.library.Bus;
import dev.jtracer.it.hazard.library.Switch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;

/** Numbers of runs of callbacks, and their nesting. */
@SuppressWarnings("UnnecessaryLambda")
public final class Association {
    private Association() {}

    @Hazard
    static String recursion_goesTwoThousandDeep() {
        return "" + descend(2_000, x -> x + 1);
    }

    private static int descend(int depth, IntUnaryOperator operator) {
        return depth == 0 ? 0 : operator.applyAsInt(descend(depth - 1, operator));
    }

    @Hazard
    static String lambdaThatCallsItself_ends() {
        return "" + new Factorial().function.applyAsInt(10) + fibonacci.apply(15);
    }

    private static final class Factorial {
        private final IntUnaryOperator function = n -> n < 2 ? 1 : n * this.function.applyAsInt(n - 1);
    }

    private static Function<Integer, Integer> fibonacci =
            n -> n < 2 ? n : Association.fibonacci.apply(n - 1) + Association.fibonacci.apply(n - 2);

    @Hazard
    static String noCallback_isPassed() {
        return orElse(null) + orElse(() -> "given") + Map.of("a", 1).getOrDefault("b", null) + join(null, null);
    }

    private static String orElse(Supplier<String> supplier) {
        return supplier == null ? "none" : supplier.get();
    }

    private static String join(Runnable one, Supplier<String> other) {
        List<Object> callbacks = new ArrayList<>(Arrays.asList(one, other));
        new Thread(null, null, "never started").getName();
        List<String> words = new ArrayList<>(List.of("b", "a"));
        words.sort(null);
        return callbacks + " " + words;
    }

    @Hazard
    static String stoppedBetweenPassAndRun_changesNothing() {
        Bus bus = new Bus();
        List<String> said = new ArrayList<>();
        bus.add(() -> said.add("lambda"));
        bus.add(new Runnable() {
            @Override
            public void run() {
                said.add("object");
            }
        });
        Switch.off();
        bus.fire();
        Switch.on();
        bus.fire();
        return said.toString();
    }

    @Hazard
    static String switchedInsideACallback_changesNothing() {
        List<String> said = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            Bus.runAll(() -> said.add("before"), Switch::off, () -> said.add("off"), () -> {
                Switch.on();
                Bus.runAll(() -> said.add("on"));
                Switch.off();
            });
            Switch.on();
        }
        return "" + said.size();
    }

    @Hazard
    static String collectionsAndArrays_areRunInOrder() {
        List<String> said = new ArrayList<>();
        Runnable one = () -> said.add("one");
        Runnable other = () -> said.add("other");
        Bus.runAll(one, other);
        Bus.runAll(List.of(other, one));
        Bus.runAll(new Runnable[] {one});
        runOwn(one, other);
        Map.of("key", one).values().forEach(Runnable::run);
        return said.toString();
    }

    private static void runOwn(Runnable... callbacks) {
        for (Runnable callback : callbacks) {
            callback.run();
        }
    }

    private static class Base {
        final String said;

        Base(Supplier<String> supplier, int count) {
            this.said = supplier.get().repeat(count);
        }

        protected String tell(Function<String, String> function) {
            return function.apply(said);
        }
    }

    private static final class Derived extends Base {
        private final long number;

        Derived(String word, long number) {
            super(() -> word + number, 2);
            this.number = number;
        }

        Derived(Supplier<String> supplier, boolean negative) {
            this(negative ? supplier.get() : ((Supplier<String>) () -> "positive").get(), negative ? -1L : 1L);
        }

        @Override
        protected String tell(Function<String, String> function) {
            return super.tell(word -> function.apply(word) + number);
        }
    }

    private static final class OwnTask extends FutureTask<String> {
        private final double weight;

        OwnTask(double weight, String word) {
            super(() -> word + weight);
            this.weight = weight;
        }
    }

    @Hazard
    static String superConstructor_receivesALambda() throws Exception {
        OwnTask task = new OwnTask(1.5, "task");
        task.run();
        return new Derived("w", 3).tell(String::toUpperCase) + " "
                + new Derived(() -> "negative", true).tell(word -> word) + " "
                + new Derived(() -> "negative", false).tell(word -> word) + " " + task.get() + task.weight;
    }

    @Hazard
    static String callbacksInCallbacks_nest() {
        List<String> said = new ArrayList<>();
        nest(said, 5);
        return said.toString();
    }

    private static void nest(List<String> said, int depth) {
        Bus.runAll(() -> {
            said.add("in" + depth);
            if (depth > 0) {
                nest(said, depth - 1);
            }
            said.add("out" + depth);
        });
    }

    @Hazard
    static String callbackMadeByCallback_isCalledLater() {
        Function<Integer, Function<Integer, Function<Integer, Integer>>> curried = a -> b -> c -> a * 100 + b * 10 + c;
        return "" + curried.apply(1).apply(2).apply(3);
    }
}
