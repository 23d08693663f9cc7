// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.hazard.cases;

import dev.jtracer.it.hazard.Hazard;
import dev.jtracer.it.hazard.library.Bus;
import dev.jtracer.it.hazard.library.Traces;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.logging.Logger;
import java.util.stream.Stream;

/** Exceptions and stack traces that pass through callbacks. */
@SuppressWarnings("UnnecessaryLambda")
public final class Exceptions {
    private Exceptions() {}

    @Hazard
    static String checkedException_isTheSameObject() {
        IOException thrown = new IOException("mine");
        try {
            return call(() -> {
                throw thrown;
            });
        } catch (Exception caught) {
            return "same " + (caught == thrown) + " " + caught.getSuppressed().length;
        }
    }

    private static String call(Callable<String> callable) throws Exception {
        return callable.call();
    }

    @Hazard
    static String stackTrace_showsNothingOfTheTracer() throws Exception {
        List<String> traces = new ArrayList<>();
        Bus.runAll(() -> traces.add(Traces.here()), () -> traces.add(Traces.walked()));
        traces.add(call(Traces::here));
        traces.add(call(new Callable<>() {
            @Override
            public String call() {
                return Traces.here();
            }
        }));
        return String.join(" | ", traces);
    }

    @Hazard
    static String stackTraceOfAnException_isTheSame() {
        List<Function<String, Object>> functions = List.of(
                Integer::parseInt,
                word -> word.charAt(9),
                word -> Stream.of(word).map(Integer::valueOf).toList(),
                new Function<>() {
                    @Override
                    public Object apply(String word) {
                        return word.substring(9);
                    }
                });
        List<String> traces = new ArrayList<>();
        for (Function<String, Object> function : functions) {
            try {
                traces.add("" + function.apply("x"));
            } catch (RuntimeException e) {
                traces.add(e + " " + Traces.of(e));
            }
        }
        return String.join(" | ", traces);
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // wrong on purpose
    @Hazard
    static String stackTraceOfAWrongArgument_isTheSame() {
        Function raw = (Function<String, Integer>) word -> word.length();
        try {
            return "" + raw.apply(1);
        } catch (ClassCastException e) {
            return e.getMessage() + " " + Traces.of(e);
        }
    }

    @Hazard
    static String error_passesThrough() {
        try {
            Bus.runAll(() -> {
                throw new AssertionError("mine");
            });
            return "nothing";
        } catch (AssertionError e) {
            return e.getMessage() + " " + e.getStackTrace().length / 1000;
        }
    }

    /** The JVM determines what was null from the code around the call, where the tracer adds its own. */
    @Hazard
    static String messageOfANullPointer_namesTheSame() {
        List<String> list = System.getProperty("no such property") == null ? null : new ArrayList<>();
        Map<String, Integer> map = list == null ? null : new HashMap<>();
        List<String> messages = new ArrayList<>();
        try {
            list.forEach(word -> messages.add(word));
        } catch (NullPointerException e) {
            messages.add(e.getMessage());
        }
        try {
            map.merge("a", 1, Integer::sum);
        } catch (NullPointerException e) {
            messages.add(e.getMessage());
        }
        try {
            Runnable none = list == null ? null : () -> messages.clear();
            none.run();
        } catch (NullPointerException e) {
            messages.add(e.getMessage());
        }
        return messages.toString();
    }

    @Hazard
    static String stackOverflowInACallback_isSurvived() {
        Supplier<?>[] self = new Supplier<?>[1];
        self[0] = () -> self[0].get();
        String first = overflow(self[0]);
        String second = overflow(new Supplier<>() {
            @Override
            public Object get() {
                return Exceptions.give(this);
            }
        });
        self[0] = () -> "works again";
        return first + ", " + second + ", " + give(self[0]);
    }

    private static Object give(Supplier<?> supplier) {
        return supplier.get();
    }

    private static String overflow(Supplier<?> supplier) {
        try {
            return "" + supplier.get();
        } catch (StackOverflowError e) {
            return "overflowed";
        }
    }

    @Hazard
    static String exceptionInAComparator_leavesTheList() {
        List<String> words = new ArrayList<>(List.of("b", "c", "a"));
        try {
            words.sort((one, other) -> {
                if (other.equals("c")) {
                    throw new IllegalArgumentException("no c");
                }
                return one.compareTo(other);
            });
        } catch (IllegalArgumentException e) {
            return e.getMessage() + words.size();
        }
        return words.toString();
    }

    @Hazard
    static String passThatThrows_isRepeatedOften() {
        Map<Integer, Integer> map = new HashMap<>();
        int failures = 0;
        for (int i = 0; i < 20_000; i++) {
            try {
                map.computeIfAbsent(i % 10, key -> {
                    throw new IllegalStateException();
                });
            } catch (IllegalStateException e) {
                failures++;
            }
        }
        return failures + " " + map + map.computeIfAbsent(1, key -> key + 1);
    }

    @Hazard
    static String finallyBlocks_runInOrder() {
        List<String> said = new ArrayList<>();
        try {
            try {
                Bus.runAll(() -> said.add("first"), () -> {
                    try {
                        throw new IllegalStateException("second");
                    } finally {
                        said.add("inner");
                    }
                });
            } finally {
                said.add("outer");
            }
        } catch (IllegalStateException e) {
            said.add(e.getMessage());
        }
        return said.toString();
    }

    @Hazard
    static String suppressedExceptions_areKept() {
        try (AutoCloseable one = () -> {
                    throw new IOException("one");
                };
                AutoCloseable other = () -> {
                    throw new IOException("other");
                }) {
            throw new IllegalStateException("body" + (one == other));
        } catch (Exception e) {
            return e.getMessage() + Arrays.toString(e.getSuppressed());
        }
    }

    @SuppressWarnings("unchecked")
    private static <X extends Throwable> void sneak(Throwable thrown) throws X {
        throw (X) thrown;
    }

    @Hazard
    static String undeclaredException_isNotWrapped() {
        Runnable lambda = () -> sneak(new IOException("undeclared"));
        try {
            Bus.runAll(lambda);
            return "nothing";
        } catch (Throwable e) {
            return e.toString();
        }
    }

    @Hazard
    static String throwingConstructor_receivesALambda() {
        try {
            return "" + (new Refusing(() -> "argument", 3L) != null);
        } catch (IllegalArgumentException e) {
            return e.getMessage() + " " + Traces.of(e);
        }
    }

    private static final class Refusing {
        Refusing(Supplier<String> supplier, long count) {
            if (count > 2) {
                throw new IllegalArgumentException(supplier.get());
            }
        }
    }

    @Hazard
    static String lambdaThatCannotBeLinked_throwsTheSameError() {
        BiFunction<Integer, Integer, Integer> divide = (a, b) -> a / b;
        try {
            return "" + divide.apply(1, 0);
        } catch (ArithmeticException e) {
            return e.getMessage() + " " + Traces.of(e);
        }
    }

    @Hazard
    static String lock_isReleasedWhenACallbackThrows() {
        List<String> said = new ArrayList<>();
        for (String word : List.of("a", "", "b")) {
            try {
                synchronized (said) {
                    try {
                        Map<String, Character> first = new HashMap<>();
                        first.computeIfAbsent(word, key -> key.charAt(0));
                        said.add("found");
                    } finally {
                        said.add("held " + Thread.holdsLock(said));
                    }
                }
            } catch (IndexOutOfBoundsException e) {
                said.add("caught, held " + Thread.holdsLock(said));
            }
        }
        return said.toString();
    }

    private static final class Broken {
        static final Supplier<String> MADE = () -> "made";

        static {
            Runnable failing = () -> sneak(new IOException("while initialising"));
            failing.run();
        }
    }

    private interface AlsoBroken {
        int NUMBER = Integer.parseInt("no number");

        String tell();

        default int number() {
            return NUMBER;
        }
    }

    private static String alsoBroken() {
        AlsoBroken lambda = () -> "told";
        return lambda.tell() + lambda.number();
    }

    @Hazard
    static String initialisersThatFail_failTheSame() {
        List<String> causes = new ArrayList<>();
        for (Callable<String> callable : List.<Callable<String>>of(
                () -> Broken.MADE.get(), () -> Broken.MADE.get(), Exceptions::alsoBroken, Exceptions::alsoBroken)) {
            try {
                causes.add(callable.call());
            } catch (Throwable e) {
                causes.add(causes(e));
            }
        }
        return causes.toString();
    }

    private static String causes(Throwable thrown) {
        Throwable cause = thrown.getCause();
        String name = thrown.getClass().getSimpleName();
        return cause == null ? name : name + " by " + causes(cause);
    }

    @Hazard
    static String printedStackTrace_isTheSame() {
        StringWriter printed = new StringWriter();
        try {
            printed.append(Stream.of("1", "x")
                    .map(word -> Stream.of(word).map(Integer::valueOf).toList())
                    .toList()
                    .toString());
        } catch (NumberFormatException e) {
            e.printStackTrace(new PrintWriter(printed));
        }
        return printed.toString()
                .lines()
                .map(String::strip)
                .takeWhile(line -> !line.contains(".reflect."))
                .toList()
                .toString();
    }

    @Hazard
    static String logRecord_namesWhoLogged() {
        Logger logger = Logger.getLogger("hazard");
        List<String> records = new ArrayList<>();
        logger.setUseParentHandlers(false);
        logger.setFilter(record -> {
            records.add(record.getSourceMethodName() + " " + record.getMessage());
            return false;
        });
        logger.info(() -> "supplied");
        Runnable lambda = () -> logger.info("lambda");
        lambda.run();
        List.of("reference").forEach(logger::info);
        logger.setFilter(null);
        return records.toString().replaceAll("\\$\\d+", "");
    }

    private static int descend(int depth) {
        synchronized (Exceptions.class) {
            return Optional.of(depth).map(number -> descend(number + 1)).get();
        }
    }

    /**
     * The code that the compiler generates to leave a lock is its own exception handler: an exception within it
     * starts it again.
     */
    @Hazard
    static String stackOverflowWithinALock_ends() throws InterruptedException {
        AtomicInteger overflows = new AtomicInteger();
        for (int i = 0; i < 100; i++) {
            Thread thread = new Thread(
                    null,
                    () -> {
                        try {
                            descend(0);
                        } catch (StackOverflowError e) {
                            overflows.incrementAndGet();
                        }
                    },
                    "deep",
                    256_000 + i * 1024L);
            thread.setDaemon(true);
            thread.start();
            thread.join();
        }
        return overflows + " overflowed";
    }
}
