// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.hazard.cases;

import dev.jtracer.it.hazard.Hazard;
import dev.jtracer.it.hazard.library.Garbage;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntPredicate;
import java.util.function.LongFunction;
import java.util.function.ObjIntConsumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Functional interfaces of every shape. */
@SuppressWarnings({"rawtypes", "unchecked", "Finalize", "FloatCast", "ReturnValueIgnored", "SelfEquals"
}) // some casts are wrong on purpose
public final class Signatures {
    private Signatures() {}

    interface Marker {}

    @Hazard
    static String markerOfALambda_isSeen() {
        Runnable lambda = (Runnable & Marker) () -> {};
        return isMarked(lambda) + " " + isMarked(() -> {});
    }

    private static boolean isMarked(Runnable callback) {
        return callback instanceof Marker;
    }

    private static final class Both implements Runnable, Comparable<Both> {
        private final int rank;

        Both(int rank) {
            this.rank = rank;
        }

        @Override
        public void run() {
            throw new IllegalStateException("rank " + rank);
        }

        @Override
        public int compareTo(Both other) {
            return Integer.compare(rank, other.rank);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Both both && both.rank == rank;
        }

        @Override
        public int hashCode() {
            return rank;
        }
    }

    @Hazard
    static String secondInterfaceOfAnObject_isSeen() {
        return secondInterface(new Both(1)) + " " + secondInterface(() -> {});
    }

    private static boolean secondInterface(Runnable callback) {
        return callback instanceof Comparable;
    }

    @Hazard
    static String object_isCastBack() {
        return "rank " + rank(new Both(7));
    }

    private static int rank(Runnable callback) {
        return ((Both) callback).rank;
    }

    sealed interface Step permits Walk, Jump {
        int length();
    }

    record Walk(int length) implements Step {}

    record Jump(int length) implements Step {}

    @Hazard
    static String sealedInterface_isMatched() {
        return kind(new Walk(2)) + " " + kind(new Jump(3)) + " " + Step.class.getPermittedSubclasses().length;
    }

    private static String kind(Step step) {
        return step instanceof Walk walk ? "walk " + walk.length() : "jump " + step.length();
    }

    private interface Private {
        String tell(String word);

        default String twice(String word) {
            return tell(word) + tell(word);
        }
    }

    @Hazard
    static String privateInterface_isImplemented() {
        Private lambda = word -> word + "!";
        return call(lambda) + lambda.twice("b");
    }

    private static String call(Private callback) {
        return callback.tell("a");
    }

    interface TextFunction extends Function<String, String> {
        @Override
        String apply(String text);

        default String thrice(String text) {
            return apply(apply(apply(text)));
        }
    }

    @Hazard
    static String bridges_areCalledBothWays() {
        TextFunction function = text -> text + "x";
        Function<String, String> general = function;
        Function raw = function;
        return function.apply("a")
                + general.apply("b")
                + raw.apply("c")
                + function.thrice("d")
                + function.andThen(text -> text + "!").compose(Object::toString).apply(1);
    }

    @Hazard
    static String bridge_throwsTheSameForAWrongArgument() {
        Function raw = (TextFunction) text -> text + "x";
        Function alsoRaw = (Function<String, Integer>) String::length;
        return wrongArgument(raw) + " " + wrongArgument(alsoRaw);
    }

    private static String wrongArgument(Function raw) {
        try {
            return String.valueOf(raw.apply(1));
        } catch (ClassCastException e) {
            return e.getMessage();
        }
    }

    interface Source {
        Object get();
    }

    interface TextSource extends Source {
        @Override
        String get();
    }

    interface Numbered<T extends Number> {
        T number(T one);
    }

    interface Whole extends Numbered<Integer> {
        @Override
        Integer number(Integer one);
    }

    @Hazard
    static String covariantResult_isCalledBothWays() {
        TextSource source = () -> "text";
        Source general = source;
        Whole whole = one -> one + 1;
        Numbered<Integer> numbered = whole;
        return source.get() + general.get() + whole.number(1) + numbered.number(2);
    }

    interface Left {
        String tell(Object value);
    }

    interface Right {
        String tell(Object value);
    }

    interface LeftAndRight extends Left, Right {}

    interface Narrow extends Left {
        String tell(String value);

        @Override
        default String tell(Object value) {
            return tell("object " + value);
        }
    }

    @Hazard
    static String inheritedTwice_isOneMethod() {
        LeftAndRight lambda = value -> "v" + value;
        Right intersection = (Right & Left) value -> "w" + value;
        Narrow narrow = value -> value;
        return ((Left) lambda).tell(1)
                + ((Right) lambda).tell(2)
                + intersection.tell(3)
                + ((Left) intersection).tell(4)
                + narrow.tell("5")
                + ((Left) narrow).tell(6);
    }

    @Hazard
    static String intersectionWithABridge_isCalledThroughEach() {
        Function<String, String> lambda = (TextFunction & Function<String, String> & Serializable) text -> text + "y";
        TextFunction narrow = (TextFunction) lambda;
        return lambda.apply("a") + narrow.apply("b") + narrow.thrice("c") + (lambda instanceof Serializable);
    }

    interface Greeting {
        String name();

        default String greet() {
            return "hello " + name();
        }

        static Greeting of(String name) {
            return () -> name;
        }
    }

    interface Polite extends Greeting {
        @Override
        default String greet() {
            return Greeting.super.greet() + ", please";
        }
    }

    interface Loud extends Greeting {
        @Override
        default String greet() {
            return Greeting.super.greet() + "!";
        }
    }

    interface Both2 extends Polite, Loud {
        @Override
        default String greet() {
            return Polite.super.greet() + Loud.super.greet();
        }
    }

    @Hazard
    static String defaultMethods_areTheMostSpecific() {
        Both2 both = () -> "you";
        Polite polite = () -> "me";
        return both.greet() + " " + polite.greet() + " " + Greeting.of("all").greet();
    }

    interface WithObjectMethods {
        String tell();

        @Override
        String toString();

        @Override
        boolean equals(Object other);

        @Override
        int hashCode();
    }

    interface Copied {
        Object clone();
    }

    interface Finished {
        void finalize();
    }

    @Hazard
    static String methodsOfObjectInInterfaces_areLeftToObject() {
        WithObjectMethods lambda = () -> "told";
        Copied copied = () -> "copy";
        List<String> said = new ArrayList<>();
        Finished finished = () -> said.add("finished");
        finished.finalize();
        return lambda.tell() + " "
                + lambda.toString().equals(((Object) lambda).toString()) + " " + lambda.equals(lambda) + " "
                + copied.clone() + " " + said;
    }

    @Hazard
    static String primitives_passThrough() {
        IntBinaryOperator add = (a, b) -> a + b;
        LongFunction<String> text = Long::toString;
        DoubleUnaryOperator half = x -> x / 2;
        BooleanSupplier yes = () -> true;
        ToDoubleFunction<String> parse = Double::parseDouble;
        StringBuilder said = new StringBuilder();
        ObjIntConsumer<String> append = (word, count) -> said.append(word.repeat(count));
        append.accept("ab", 2);
        IntPredicate odd = n -> n % 2 == 1;
        return add.applyAsInt(1, 2)
                + text.apply(3_000_000_000L)
                + half.applyAsDouble(5)
                + yes.getAsBoolean()
                + parse.applyAsDouble("1.5")
                + said
                + odd.negate().and(n -> n > 2).test(4);
    }

    interface Boxing {
        Object box(int value);
    }

    interface Widening {
        double widen(int value);
    }

    private static Integer boxed(Integer value) {
        return value + 1;
    }

    private static float widened(long value) {
        return value;
    }

    @Hazard
    static String adaptedReferences_boxAndWiden() {
        Boxing boxing = Signatures::boxed;
        Widening widening = Signatures::widened;
        Function<Integer, Object> unboxing = Integer::toBinaryString;
        Runnable ignoresResult = new ArrayList<>()::size;
        ignoresResult.run();
        return boxing.box(1) + " " + widening.widen(2) + " " + unboxing.apply(5);
    }

    @Hazard
    static String defaultMethodsOfTheJdk_work() {
        Predicate<String> empty = String::isEmpty;
        Function<Integer, Integer> increment = x -> x + 1;
        Comparator<String> byLength = Comparator.comparing(String::length);
        List<String> words = new ArrayList<>(List.of("ccc", "b", "a", "dd"));
        words.sort(byLength.reversed().thenComparing(Comparator.naturalOrder()));
        return empty.negate().or(word -> true).and(word -> word.length() < 3).test("ab") + " "
                + increment
                        .andThen(x -> x * 2)
                        .compose((String s) -> s.length())
                        .apply("four") + " " + words + " "
                + Predicate.not(empty).test("") + " "
                + ((BiFunction<Integer, Integer, Integer>) Integer::sum)
                        .andThen(Integer::toHexString)
                        .apply(200, 55);
    }

    @Hazard
    static String manyCaptures_areKept() {
        byte a = 1;
        short b = 2;
        char c = 'c';
        int d = 4;
        long e = 5;
        float f = 6;
        double g = 7;
        boolean h = true;
        int[] i = {9};
        long j = 10;
        double k = 11;
        String l = "l";
        Supplier<String> lambda = () -> "" + a + b + c + d + e + f + g + h + i[0] + j + k + l;
        Supplier<String> nested = () -> ((Supplier<String>) () -> lambda.get() + a + g + l).get();
        return nested.get();
    }

    interface Wide {
        long sum(
                long a,
                double b,
                long c,
                double d,
                long e,
                double f,
                long g,
                double h,
                long i,
                double j,
                long k,
                double l,
                long m,
                double n,
                long o,
                double p,
                Object q,
                int[] r,
                byte s,
                char t,
                short u,
                boolean v,
                float w,
                String... x);
    }

    @Hazard
    static String manyParameters_arriveInOrder() {
        Wide wide = (a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x) -> a
                + (long) b * 2
                + c * 3
                + (long) d * 4
                + e * 5
                + (long) f * 6
                + g * 7
                + (long) h * 8
                + i * 9
                + (long) j * 10
                + k * 11
                + (long) l * 12
                + m * 13
                + (long) n * 14
                + o * 15
                + (long) p * 16
                + q.hashCode()
                + r[0]
                + s
                + t
                + u
                + (v ? 1 : 0)
                + (long) w
                + x.length;
        return ""
                + wide.sum(
                        1,
                        2,
                        3,
                        4,
                        5,
                        6,
                        7,
                        8,
                        9,
                        10,
                        11,
                        12,
                        13,
                        14,
                        15,
                        16,
                        17,
                        new int[] {18},
                        (byte) 19,
                        'a',
                        (short) 21,
                        true,
                        23f,
                        "x",
                        "y");
    }

    interface Generic<T extends Comparable<T>, X extends Exception> {
        T most(List<? extends T> values) throws X;
    }

    @Hazard
    static String genericInterface_throwsWhatItDeclares() throws Exception {
        Generic<String, java.io.IOException> lambda = values -> {
            if (values.isEmpty()) {
                throw new java.io.IOException("nothing");
            }
            return values.stream().max(Comparator.naturalOrder()).orElseThrow();
        };
        try {
            return lambda.most(List.of("a", "c", "b")) + lambda.most(List.of());
        } catch (java.io.IOException e) {
            return "threw " + e.getMessage();
        }
    }

    @Hazard
    static String closeableLambda_isClosed() throws Exception {
        List<String> said = new ArrayList<>();
        try (AutoCloseable closeable = () -> said.add("closed")) {
            said.add("open " + (closeable != null));
        }
        return said.toString();
    }

    @Hazard
    static String interfacesThatAreNoCallbacks_areLambdasToo() {
        List<String> said = new ArrayList<>();
        Iterable<String> iterable = () -> List.of("a", "b").iterator();
        for (String word : iterable) {
            said.add(word);
        }
        Comparable<String> comparable = word -> word.length();
        java.util.concurrent.Executor executor = Runnable::run;
        executor.execute(() -> said.add("executed"));
        Readable0 readable = () -> iterable.iterator();
        return said + " " + comparable.compareTo("four") + readable.read().next();
    }

    private interface Readable0 {
        Iterator<String> read();
    }

    @Hazard
    static String sortOfManyElements_isTheSame() {
        List<Integer> numbers = new Random(42).ints(100_000).boxed().collect(Collectors.toCollection(ArrayList::new));
        List<Integer> reversed = new ArrayList<>(numbers.subList(0, 5_000));
        numbers.sort((one, other) -> Integer.compare(one, other));
        reversed.sort(Comparator.<Integer, String>comparing(n -> n.toString().toLowerCase(Locale.ROOT))
                .reversed());
        Integer[] array = reversed.toArray(new Integer[0]);
        Arrays.parallelSort(array, Comparator.comparing(n -> -n));
        return numbers.hashCode() + " " + reversed.hashCode() + " " + Arrays.hashCode(array);
    }

    private static final AtomicInteger FINALIZED = new AtomicInteger();

    private static void forgetFinished(int count) {
        Finished forgotten = () -> FINALIZED.addAndGet(count);
        FINALIZED.addAndGet(forgotten == null ? 1 : 0);
    }

    @Hazard
    static String finalizer_runsOnce() {
        int before = FINALIZED.get();
        forgetFinished(1);
        Garbage.isSoon(() -> FINALIZED.get() > before);
        System.runFinalization();
        return "finalized " + (FINALIZED.get() - before);
    }
}
