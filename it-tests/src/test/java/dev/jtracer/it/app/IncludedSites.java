// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Callbacks passed to methods of included classes. Prints each pass as {@code NAME SITE}, {@code -} for none, which a
 * test compares with the trace. {@code Left} is excluded by the test's {@code exclude=}.
 */
public final class IncludedSites {
    private static final String PREFIX = IncludedSites.class.getName();
    private static final List<String> EXPECTED = new ArrayList<>();
    private static int ran;

    private IncludedSites() {}

    /** Expects passes of these names by a call on the next line. */
    private static void next(String... names) {
        StackTraceElement caller = new Throwable().getStackTrace()[1];
        String method = caller.getMethodName();
        String source = method.startsWith("lambda$") ? method.substring(7, method.lastIndexOf('$')) : method;
        for (String name : names) {
            EXPECTED.add(
                    PREFIX + name + " " + caller.getClassName() + "." + source + ":" + (caller.getLineNumber() + 1));
        }
    }

    private static void none(String name) {
        EXPECTED.add(PREFIX + name + " -");
    }

    static void run(Runnable callback) {
        callback.run();
    }

    static void runBoth(Runnable first, long number, double factor, Runnable second) {
        if (first != null) {
            first.run();
        }
        second.run();
        ran += (int) (number * factor);
    }

    static void runEach(Runnable... callbacks) {
        for (Runnable callback : callbacks) {
            callback.run();
        }
    }

    static void callEach(List<Callable<Integer>> callbacks) throws Exception {
        for (Callable<Integer> callback : callbacks) {
            ran += callback.call();
        }
    }

    /** An accessor, but one that takes a callback. */
    static Runnable same(Runnable callback) {
        return callback;
    }

    static Runnable counter() {
        int before = ran;
        return () -> ran = before + 1;
    }

    static void lines() {
        next(".run[0]");
        run(counter());
        next(".run[0]");
        run(counter());
        for (int i = 0; i < 3; i++) {
            next(".run[0]");
            run(counter());
        }
        next(".run[0]");
        run(new Worker());
        next(".run[0]");
        run(() -> ran++);
        Runnable outer = () -> {
            next(".run[0]");
            run(counter());
        };
        outer.run();
    }

    static void arguments() throws Exception {
        next(".runBoth[0]", ".runBoth[3]");
        runBoth(counter(), 1L, 2.0, counter());
        next(".runBoth[3]");
        runBoth(null, 1L, 2.0, counter());
        next(".runEach[0]", ".runEach[0]");
        runEach(counter(), counter());
        List<Callable<Integer>> callables = List.of(new Summand(1), new Summand(2));
        next(".callEach[0]", ".callEach[0]");
        callEach(callables);
        next(".supply[0]", ".run[0]");
        run(supply(IncludedSites::counter));
        next(".recurse[0]");
        recurse(counter(), 3);
    }

    static Runnable supply(Supplier<Runnable> supplier) {
        return supplier.get();
    }

    static void recurse(Runnable callback, int depth) {
        callback.run();
        if (depth > 0) {
            next(".recurse[0]");
            recurse(callback, depth - 1);
        }
    }

    static void receivers() {
        Service service = new Paid();
        next("$Service.onPaid[0]");
        service.onPaid(counter());
        Later later = new Later();
        next("$Later.onPaid[0]");
        later.onPaid(counter());
        Store<String> store = new Texts();
        next("$Store.put[1]");
        store.put("text", text -> ran += text.length());
        next("$Held.<init>[0]");
        new Held(counter());
        next("$Derived.<init>[0]");
        new Derived(counter());
        next("$Pair.<init>[0]", "$Pair.<init>[1]");
        new Pair(counter(), counter());
    }

    static void inherited() {
        Registry registry = new Registry();
        next("$Registry.computeIfAbsent[1]");
        registry.computeIfAbsent("a", String::length);
        next("$Registry.merge[2]");
        registry.merge("a", 1, Integer::sum);
        next("$Registry.forEach[0]");
        registry.forEach((key, value) -> ran += value);
        next("$Filled.computeIfAbsent[1]");
        new Filled().computeIfAbsent("b", String::length);
        Direct direct = new Direct();
        next("$Direct.execute[0]");
        direct.execute(counter());
        Runner runner = direct;
        next("$Runner.execute[0]");
        runner.execute(counter());
        Sized sized = String::length;
        next("$Sized.andThen[0]");
        ran += sized.andThen(length -> length + 1).apply("c");
    }

    static void proxies() {
        // The proxy is traced itself, under the interface's name, and takes the site.
        Service proxy = Left.proxy(new Paid(), null);
        none("$Paid.onPaid[0]");
        next("$Service.onPaid[0]");
        proxy.onPaid(counter());
        // The proxy passes something else.
        next("$Left.proxy[1]");
        Service replacing = Left.proxy(new Paid(), counter());
        none("$Paid.onPaid[0]");
        next("$Service.onPaid[0]");
        replacing.onPaid(counter());
        next("$Left$Changing.<init>[1]");
        Service changing = new Left.Changing(new Paid(), counter());
        none("$Paid.onPaid[0]");
        changing.onPaid(counter());
        // Forwarded twice: the first is the call on the line.
        Service twice = new Left(new Paid(), new Paid());
        none("$Paid.onPaid[0]");
        next("$Service.onPaid[0]");
        twice.onPaid(counter());
        // To a method of another name.
        Service elsewhere = new Left.Elsewhere();
        none(".run[0]");
        elsewhere.onPaid(counter());
    }

    static void byTheJdk() throws Exception {
        Method method = IncludedSites.class.getDeclaredMethod("run", Runnable.class);
        none(".run[0]");
        method.invoke(null, counter());
        none(".run[0]");
        List.of(counter()).forEach(IncludedSites::run);
        Constructor<Held> constructor = Held.class.getDeclaredConstructor(Runnable.class);
        none("$Held.<init>[0]");
        constructor.newInstance(counter());
        next(".same[0]");
        Runnable callback = same(counter());
        none(".run[0]");
        method.invoke(null, callback);
    }

    static void stale() throws Exception {
        Method onPaid = Service.class.getDeclaredMethod("onPaid", Runnable.class);
        Runnable callback = counter();
        Service missing = Left.nothing();
        try {
            missing.onPaid(callback);
        } catch (NullPointerException expected) {
            ran++;
        }
        none("$Paid.onPaid[0]");
        onPaid.invoke(new Paid(), callback);
        try {
            Broken.run(callback);
        } catch (ExceptionInInitializerError expected) {
            ran++;
        }
        none(".run[0]");
        IncludedSites.class.getDeclaredMethod("run", Runnable.class).invoke(null, callback);
        // Nothing woven catches the exception.
        next("$Left.quietly[1]");
        Left.quietly(missing, callback);
        none(".passOn[1]");
        none("$Paid.onPaid[0]");
        onPaid.invoke(new Paid(), callback);
        Runnable body = () -> missing.onPaid(callback);
        next("$Left.quietly[0]");
        Left.quietly(body);
        none("$Paid.onPaid[0]");
        onPaid.invoke(new Paid(), callback);
        next(".synchronizedly[1]");
        synchronizedly(missing, callback);
        none("$Paid.onPaid[0]");
        onPaid.invoke(new Paid(), callback);
        next("$Left.unmade[0]");
        Left.unmade(callback);
        none("$Asked.ask[0]");
        Asking.class.getDeclaredMethod("ask", Runnable.class).invoke(new Asked(), callback);
        next("$Initialised.run[0]");
        Initialised.run(callback);
    }

    static void passOn(Service missing, Runnable callback) {
        missing.onPaid(callback);
    }

    private static void synchronizedly(Service missing, Runnable callback) {
        try {
            synchronized (EXPECTED) {
                missing.onPaid(callback);
            }
        } catch (NullPointerException expected) {
            ran++;
        }
    }

    static final class Worker implements Runnable {
        @Override
        public void run() {
            ran++;
        }
    }

    record Summand(int number) implements Callable<Integer> {
        @Override
        public Integer call() {
            return ran + number;
        }
    }

    interface Service {
        void onPaid(Runnable callback);
    }

    static class Paid implements Service {
        @Override
        public void onPaid(Runnable callback) {
            callback.run();
        }
    }

    static final class Later extends Paid {
        @Override
        public void onPaid(Runnable callback) {
            next("$Paid.onPaid[0]");
            super.onPaid(callback);
        }
    }

    interface Store<T> {
        void put(T item, Consumer<T> done);
    }

    static final class Texts implements Store<String> {
        @Override
        public void put(String item, Consumer<String> done) {
            done.accept(item + ran);
        }
    }

    static class Held {
        Held(Runnable callback) {
            callback.run();
        }
    }

    static final class Derived extends Held {
        Derived(Runnable callback) {
            super(callback);
            // Nothing would remove the site if an exception left the call of super.
            none("$Held.<init>[0]");
        }
    }

    /** Inherits methods from a class and an interface that are not included. */
    static class Registry extends TreeMap<String, Integer> {
        private static final long serialVersionUID = 1;

        @Override
        public Integer merge(
                String key, Integer value, BiFunction<? super Integer, ? super Integer, ? extends Integer> f) {
            return super.merge(key, value, f);
        }
    }

    static final class Filled extends Registry {
        private static final long serialVersionUID = 1;

        Filled() {
            next("$Filled.computeIfAbsent[1]");
            computeIfAbsent("a", String::length);
        }
    }

    interface Runner extends Executor {}

    /** Implements what an included interface inherits from one that is not. */
    static final class Direct implements Runner {
        @Override
        public void execute(Runnable task) {
            task.run();
        }
    }

    interface Sized extends Function<String, Integer> {}

    interface Asking {
        Runnable ask(Runnable callback);
    }

    static final class Asked implements Asking {
        @Override
        public Runnable ask(Runnable callback) {
            callback.run();
            return callback;
        }
    }

    /** A constructor that fails before its object is initialised. */
    static final class Unmade extends Held {
        Unmade(Asking missing, Runnable callback) {
            super(missing.ask(callback));
        }
    }

    static final class Pair {
        Pair(Runnable first, Runnable second) {
            first.run();
            second.run();
        }
    }

    static final class Broken {
        private static final int NUMBER = Left.fail();

        static void run(Runnable callback) {
            ran += NUMBER;
            callback.run();
        }
    }

    static final class Initialised {
        static {
            next(".run[0]");
            IncludedSites.run(counter());
            next("$Left.call[0]");
            Left.call(counter());
            none(".run[0]");
        }

        static void run(Runnable callback) {
            callback.run();
        }
    }

    /** A class that is not woven. */
    static final class Left implements Service {
        private final Service first;
        private final Service second;

        Left(Service first, Service second) {
            this.first = first;
            this.second = second;
        }

        @Override
        public void onPaid(Runnable callback) {
            first.onPaid(callback);
            second.onPaid(callback);
        }

        static void call(Runnable callback) {
            IncludedSites.run(callback);
        }

        static Service proxy(Service target, Runnable instead) {
            return (Service) Proxy.newProxyInstance(
                    Left.class.getClassLoader(), new Class<?>[] {Service.class}, (proxy, method, arguments) -> {
                        Object[] given = instead == null ? arguments : new Object[] {instead};
                        return method.invoke(target, given);
                    });
        }

        static void quietly(Service service, Runnable callback) {
            try {
                passOn(service, callback);
            } catch (NullPointerException expected) {
                ran++;
            }
        }

        static void quietly(Runnable body) {
            try {
                body.run();
            } catch (NullPointerException expected) {
                ran++;
            }
        }

        static void unmade(Runnable callback) {
            try {
                ran += new Unmade(ran < 0 ? new Asked() : null, callback).hashCode();
            } catch (NullPointerException expected) {
                ran++;
            }
        }

        static Service nothing() {
            return ran < 0 ? new Paid() : null;
        }

        static int fail() {
            throw new IllegalStateException("no number");
        }

        /** Passes a callback of its own. */
        record Changing(Service target, Runnable instead) implements Service {
            @Override
            public void onPaid(Runnable callback) {
                target.onPaid(instead);
            }
        }

        static final class Elsewhere implements Service {
            @Override
            public void onPaid(Runnable callback) {
                call(callback);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        lines();
        arguments();
        receivers();
        inherited();
        proxies();
        byTheJdk();
        stale();
        EXPECTED.forEach(System.out::println);
    }
}
