// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app.library;

import java.util.Comparator;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import scala.Function1;
import scala.Option;
import scala.Tuple2;
import scala.collection.immutable.LazyList;
import scala.collection.immutable.List;
import scala.collection.immutable.Map;
import scala.collection.immutable.Vector;
import scala.concurrent.Await;
import scala.concurrent.ExecutionContext;
import scala.concurrent.Future;
import scala.concurrent.duration.Duration;
import scala.jdk.javaapi.CollectionConverters;
import scala.math.Ordering;
import scala.runtime.AbstractPartialFunction;
import scala.util.Success;
import scala.util.Try;
import scala.util.matching.Regex;

/** Collections and futures of Scala's library. */
public final class ScalaCallbacks {
    private ScalaCallbacks() {}

    /** Runs them all, one after the other. */
    public static void main(String[] args) throws Exception {
        System.out.println("list " + list());
        System.out.println("map " + map());
        System.out.println("vector " + vector());
        System.out.println("lazy " + lazy());
        System.out.println("option " + Option.apply("text").map(String::length).getOrElse(() -> 0));
        System.out.println("try "
                + Try.apply(() -> Integer.parseInt("x"))
                        .recover(PartialFallback.ZERO)
                        .get());
        System.out.println("regex "
                + new Regex("[0-9]+", List.<String>newBuilder().result())
                        .findAllIn("a1b22")
                        .mkString("+"));
        System.out.println("future " + future());
    }

    private static List<Integer> range(int size) {
        java.util.List<Integer> numbers = IntStream.range(0, size).boxed().toList();
        return CollectionConverters.asScala(numbers).toList();
    }

    private static String list() {
        return range(1_000)
                .map(x -> x * 3)
                .filter(x -> x % 2 == 0)
                .foldLeft(0, Integer::sum)
                .toString();
    }

    private static String map() {
        Map<Integer, ?> groups = range(20).groupBy(x -> x % 3);
        List<String> sizes = groups.toList().map(group -> group._1() + "=" + ((List<?>) group._2()).size());
        Ordering<String> order = Ordering.comparatorToOrdering(Comparator.<String>naturalOrder());
        return ((List<?>) sizes.sorted(order)).mkString(", ");
    }

    private static int vector() {
        Vector<Integer> numbers = range(10_000).toVector();
        return numbers.reverseIterator().map(x -> x + 1).filter(x -> x % 3 == 0).count(x -> x > 100);
    }

    private static String lazy() {
        Function1<Integer, Integer> next = x -> x + 1;
        return LazyList.iterate(() -> 1, next).map(x -> x * x).take(5).toList().toString();
    }

    private static String future() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        ExecutionContext context = ExecutionContext.fromExecutorService(pool);
        Future<Integer> six = Future.apply(() -> 6, context);
        Future<Integer> seven = Future.apply(() -> 7, context);
        Future<Tuple2<Integer, Integer>> both = six.zip(seven);
        Future<Integer> answer = both.map(pair -> pair._1() * pair._2(), context);
        Future<String> text = answer.flatMap(x -> Future.apply(() -> "answer " + x, context), context)
                .transform(result -> new Success<>(result.get() + "!"), context);
        Future<String> seen = text.andThen(new Seen(), context);
        String result = Await.result(seen, Duration.create(1, TimeUnit.MINUTES));
        pool.shutdown();
        return result;
    }

    /** Written as Scala's compiler writes a partial function. */
    private static final class PartialFallback extends scala.runtime.AbstractPartialFunction<Throwable, Integer> {
        static final PartialFallback ZERO = new PartialFallback();

        @Override
        public boolean isDefinedAt(Throwable failure) {
            return failure instanceof NumberFormatException;
        }

        @Override
        public <A extends Throwable, B> B applyOrElse(A failure, Function1<A, B> otherwise) {
            @SuppressWarnings("unchecked")
            B zero = (B) (Object) 0;
            return isDefinedAt(failure) ? zero : otherwise.apply(failure);
        }
    }

    /** A function as Scala's compiler makes it of {@code case Success(text) => println(text)}. */
    private static final class Seen extends AbstractPartialFunction<Try<String>, Object> {
        @Override
        public boolean isDefinedAt(Try<String> result) {
            return result.isSuccess();
        }

        @Override
        public <A1 extends Try<String>, B1> B1 applyOrElse(A1 result, Function1<A1, B1> otherwise) {
            if (!result.isSuccess()) {
                return otherwise.apply(result);
            }
            System.out.println("seen " + result.get());
            return null;
        }
    }
}
