// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.hazard.cases;

import dev.jtracer.it.hazard.Hazard;
import java.util.ArrayList;
import java.util.List;
import kotlin.Unit;
import kotlin.collections.CollectionsKt;
import kotlin.jvm.functions.Function0;
import kotlin.jvm.functions.Function1;
import kotlin.sequences.SequencesKt;
import scala.collection.immutable.List$;
import scala.collection.immutable.Seq;
import scala.runtime.java8.JFunction1$mcII$sp;
import scala.runtime.java8.JFunction2$mcIII$sp;

/** Functions of other languages, which carry no annotation and may be specialised. */
@SuppressWarnings("unchecked")
public final class Languages {
    private Languages() {}

    @Hazard
    static String scalaFunctions_areApplied() {
        scala.collection.immutable.List<Integer> numbers = (scala.collection.immutable.List<Integer>)
                List$.MODULE$.range(1, 5, scala.math.Numeric.IntIsIntegral$.MODULE$);
        scala.Function1<Integer, Integer> twice = x -> x * 2;
        JFunction1$mcII$sp specialised = x -> x + 1;
        JFunction2$mcIII$sp sum = (a, b) -> a + b;
        Seq<Integer> mapped = numbers.map(twice.andThen(x -> x + 1));
        return mapped + " " + specialised.apply(1) + specialised.apply$mcII$sp(2) + " "
                + ((scala.Function1<Object, Object>) (Object) specialised)
                        .compose(x -> (Integer) x * 10)
                        .apply(3) + " "
                + sum.curried().apply(1).apply(2);
    }

    @Hazard
    static String kotlinFunctions_areInvoked() {
        Function0<String> none = () -> "none";
        Function1<Integer, Integer> one = x -> x + 1;
        List<Integer> seen = new ArrayList<>();
        Function1<Integer, Unit> each = x -> {
            seen.add(x);
            return Unit.INSTANCE;
        };
        CollectionsKt.map(List.of(1, 2, 3), one).forEach(each::invoke);
        return none.invoke()
                + one.invoke(1)
                + seen
                + SequencesKt.toList(SequencesKt.take(SequencesKt.generateSequence(1, x -> x * 3), 4));
    }
}
