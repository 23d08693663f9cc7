// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.hazard.cases;

import dev.jtracer.it.hazard.Hazard;
import dev.jtracer.it.hazard.library.Callers;
import dev.jtracer.it.hazard.library.Guarded;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Method references of every kind, and handles of methods. */
@SuppressWarnings({"ImmutableEnumChecker", "UnnecessaryLambda", "UnnecessaryMethodReference"})
public final class References {
    private References() {}

    private static String joined(String... words) {
        return String.join("+", words);
    }

    @Hazard
    static String varargs_areCollected() {
        Supplier<String> none = References::joined;
        Function<String, String> one = References::joined;
        BiFunction<String, String, String> two = References::joined;
        Function<String[], String> array = References::joined;
        return none.get() + one.apply("a") + two.apply("b", "c") + array.apply(new String[] {"d", "e"});
    }

    @Hazard
    static String constructors_makeObjectsAndArrays() {
        Supplier<List<String>> list = ArrayList::new;
        IntFunction<int[][]> array = int[][]::new;
        Function<String, StringBuilder> builder = StringBuilder::new;
        Function<int[], Object> copy = int[]::clone;
        return list.get() + " " + array.apply(3).length + " "
                + builder.apply("b").reverse() + " "
                + ((int[]) copy.apply(new int[] {1, 2})).length + " "
                + Arrays.toString(Stream.of("x", "y").toArray(String[]::new));
    }

    private static class Base {
        protected String tell() {
            return "base";
        }

        protected static String tellAll() {
            return "all";
        }
    }

    private static final class Derived extends Base {
        @Override
        protected String tell() {
            return "derived";
        }

        String viaReferences() {
            Supplier<String> ofSuper = super::tell;
            Supplier<String> own = this::tell;
            Supplier<String> ofClass = Base::tellAll;
            Supplier<String> inLambda = () -> super.tell();
            return ofSuper.get() + own.get() + ofClass.get() + inLambda.get();
        }

        final class Inner {
            Supplier<String> outer = Derived.this::tell;
            Supplier<String> outerSuper = Derived.super::tell;
        }
    }

    @Hazard
    static String superMethods_areCalled() {
        Derived derived = new Derived();
        Derived.Inner inner = derived.new Inner();
        return derived.viaReferences() + inner.outer.get() + inner.outerSuper.get();
    }

    /* Object.clone is protected and in another package: the compiler replaces such a reference by a lambda. */
    private static final class Cloned implements Cloneable {
        private final int value = 6;

        Supplier<Object> cloner() {
            return () -> {
                try {
                    return super.clone();
                } catch (CloneNotSupportedException e) {
                    throw new IllegalStateException(e);
                }
            };
        }
    }

    @Hazard
    static String protectedMethodOfAnotherPackage_isCalled() {
        return "" + ((Cloned) new Cloned().cloner().get()).value;
    }

    @Hazard
    static String nullReceiver_isNoticedAtOnce() {
        String nothing = System.getProperty("no such property");
        try {
            Supplier<Integer> length = nothing::length;
            return "made " + length;
        } catch (NullPointerException e) {
            return "refused " + e.getMessage();
        }
    }

    @Hazard
    static String receiver_isEvaluatedOnce() {
        List<String> made = new ArrayList<>();
        Supplier<Integer> size = note(made)::size;
        return size.get() + "" + size.get() + made;
    }

    private static List<String> note(List<String> made) {
        made.add("evaluated");
        return made;
    }

    private static <T extends Comparable<T> & CharSequence> Function<T, Integer> lengths() {
        return CharSequence::length;
    }

    private <T extends Runnable & Supplier<String>> String both(T both) {
        Runnable run = both::run;
        Supplier<String> get = both::get;
        run.run();
        return get.get();
    }

    private static final class RunnableSupplier implements Runnable, Supplier<String> {
        private int runs;

        @Override
        public void run() {
            runs++;
        }

        @Override
        public String get() {
            return "runs " + runs;
        }
    }

    @Hazard
    static String receiverOfTwoInterfaces_isCalledByEither() {
        References references = new References();
        return References.<String>lengths().apply("four") + references.both(new RunnableSupplier());
    }

    private enum Operation {
        ADD((a, b) -> a + b),
        MULTIPLY((a, b) -> a * b) {
            @Override
            String sign() {
                Supplier<String> sign = () -> "*" + super.sign();
                return sign.get();
            }
        };

        private final BiFunction<Integer, Integer, Integer> function;

        Operation(BiFunction<Integer, Integer, Integer> function) {
            this.function = function;
        }

        String sign() {
            return "#";
        }
    }

    @Hazard
    static String enumConstants_holdLambdas() {
        return Arrays.stream(Operation.values())
                .map(operation -> operation + operation.sign() + operation.function.apply(3, 4))
                .collect(Collectors.joining(" "));
    }

    @Hazard
    static String collectors_areMadeOfReferences() {
        Map<Integer, List<String>> byLength = Stream.of("a", "bb", "cc", "d")
                .collect(Collectors.groupingBy(String::length, HashMap::new, Collectors.toList()));
        return byLength + " " + IntStream.range(0, 5).boxed().collect(Collectors.partitioningBy(n -> n > 2)) + " "
                + Stream.iterate(1, n -> n * 2).limit(5).reduce(0, Integer::sum) + " "
                + Optional.of("x").map(String::toUpperCase).filter("X"::equals).isPresent();
    }

    @Hazard
    static String callerOfAReference_isTheSame() {
        Supplier<String> reference = Callers::caller;
        Supplier<String> lambda = () -> Callers.caller();
        return call(reference).replaceAll("\\$\\$Lambda.*", "\\$\\$Lambda") + " " + call(lambda);
    }

    private static String call(Supplier<String> supplier) {
        return supplier.get();
    }

    @Hazard
    static String callerSensitiveReference_findsTheClass() throws Exception {
        Loading loading = Class::forName;
        Supplier<MethodHandles.Lookup> lookup = MethodHandles::lookup;
        return loading.load("dev.jtracer.it.hazard.cases.References").getSimpleName() + " "
                + lookup.get().lookupClass().getName().contains("References");
    }

    interface Loading {
        Class<?> load(String name) throws ClassNotFoundException;
    }

    @Hazard
    static String handles_areRevealed() throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle joined =
                lookup.findStatic(References.class, "joined", MethodType.methodType(String.class, String[].class));
        MethodHandleInfo info = lookup.revealDirect(joined);
        Function<String, Integer> lambda = word -> word.length() + 1;
        MethodHandle apply =
                lookup.findVirtual(Function.class, "apply", MethodType.methodType(Object.class, Object.class));
        MethodHandle own = lookup.unreflect(Function.class.getMethod("apply", Object.class));
        return info + " " + apply.bindTo(lambda).invoke((Object) "four") + " " + own.invoke(lambda, (Object) "five!")
                + " " + lookup.revealDirect(apply).getDeclaringClass().getSimpleName();
    }

    @Hazard
    static String handleInvokedWithALambda_keepsItsType() throws Throwable {
        MethodHandle call = MethodHandles.lookup()
                .findStatic(References.class, "call", MethodType.methodType(String.class, Supplier.class));
        Supplier<String> lambda = () -> "handle";
        return (String) call.invokeExact(lambda) + (String) call.invoke((Supplier<String>) () -> "again");
    }

    private static final class Reaching extends Guarded {
        Reaching(String name) {
            super(() -> name);
        }

        @Override
        protected String tell(String word) {
            return "overridden " + word;
        }

        String viaReferences() {
            Function<String, String> ofSuper = super::tell;
            Function<String, String> own = this::tell;
            Function<String, String> ofClass = Guarded::shout;
            Word inherited = super::tell;
            Word lambda = other -> super.tell(shout(other));
            return ofSuper.apply("a") + own.apply("b") + ofClass.apply("c") + inherited.about("d") + lambda.about("e");
        }
    }

    @Hazard
    static String protectedMembersOfALibraryClass_areReached() {
        return new Reaching("name").viaReferences();
    }

    private final class Counted {
        private final int count;

        Counted(int count) {
            this.count = count;
        }

        @Override
        public String toString() {
            return "counted " + count + " in " + References.this.getClass().getSimpleName();
        }
    }

    private Object count(int count) {
        IntFunction<Counted> boxless = Counted::new;
        Function<Integer, Counted> boxed = Counted::new;
        return boxless.apply(count) + ", " + boxed.apply(count + 1);
    }

    @Hazard
    static String constructorsOfInnerClasses_receiveTheOuterObject() {
        return "" + new References().count(3);
    }

    interface Choice {
        <T extends Comparable<T>> T of(List<T> values);
    }

    private static <T extends Comparable<T>> T largest(List<T> values) {
        return Collections.max(values);
    }

    @Hazard
    static String genericMethodOfAnInterface_isImplemented() {
        Choice choice = References::largest;
        return choice.of(List.of(1, 3, 2)) + choice.of(List.of("a", "b"));
    }

    @SuppressWarnings("ReturnValueIgnored") // they throw
    @Hazard
    static String messageOfANullUnboxed_isTheSame() {
        ToIntFunction<Integer> reference = Integer::intValue;
        ToIntFunction<Integer> lambda = number -> number;
        Supplier<Integer> none = () -> null;
        IntSupplier unboxing = none::get;
        List<String> messages = new ArrayList<>();
        for (Runnable callback : List.<Runnable>of(
                () -> reference.applyAsInt(null), () -> lambda.applyAsInt(null), unboxing::getAsInt)) {
            try {
                callback.run();
            } catch (NullPointerException e) {
                messages.add(e.getMessage());
            }
        }
        return messages.toString();
    }
}
