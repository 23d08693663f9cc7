// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.hazard.cases;

import dev.jtracer.it.hazard.Hazard;
import dev.jtracer.it.hazard.library.Bus;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/** Callbacks that static fields keep from one run of the cases to the next. */
@SuppressWarnings({"BanSerializableRead", "ReferenceEquality", "UnnecessaryLambda"})
public final class Kept {
    private static final Bus BUS = new Bus();
    private static final List<Runnable> ADDED = new ArrayList<>();
    private static final Map<Supplier<String>, Integer> RUNS = new HashMap<>();
    private static final List<Supplier<String>> MADE = new ArrayList<>();
    private static final List<byte[]> WRITTEN = new ArrayList<>();
    private static final Function<Integer, Integer> STEP = x -> x + 1;
    private static Function<Integer, Integer> steps = Function.identity();

    private Kept() {}

    @Hazard
    static String listener_isRemovedNextTime() {
        int[] runs = {0};
        boolean removed = !ADDED.isEmpty() && BUS.remove(ADDED.remove(0));
        Runnable listener = () -> runs[0]++;
        ADDED.add(listener);
        BUS.add(listener);
        BUS.fire();
        return "removed " + removed + ", left " + BUS.size() + ", ran " + runs[0];
    }

    @Hazard
    static String lambdaWithoutCaptures_isTheSameNextTime() {
        Supplier<String> constant = () -> "constant";
        RUNS.merge(constant, 1, Integer::sum);
        return RUNS.values().toString();
    }

    @Hazard
    static String lambdas_areComposedWithOlderOnes() {
        steps = steps.andThen(STEP).compose(x -> x * 2);
        return "" + steps.apply(3);
    }

    @Hazard
    static String olderLambdas_stillRun() {
        int count = MADE.size();
        MADE.add(() -> "made at " + count);
        synchronized (MADE.get(0)) {
            return MADE.stream().map(Supplier::get).toList().toString();
        }
    }

    @Hazard
    static String olderStream_isRead() throws Exception {
        int count = WRITTEN.size();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject((Supplier<String> & Serializable) () -> "written at " + count);
        }
        WRITTEN.add(bytes.toByteArray());
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(WRITTEN.get(0)))) {
            return ((Supplier<?>) in.readObject()).get() + " of " + WRITTEN.size();
        }
    }
}
