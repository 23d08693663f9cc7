// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.hazard;

import dev.jtracer.it.hazard.cases.Association;
import dev.jtracer.it.hazard.cases.Concurrency;
import dev.jtracer.it.hazard.cases.Evaluations;
import dev.jtracer.it.hazard.cases.Exceptions;
import dev.jtracer.it.hazard.cases.Identity;
import dev.jtracer.it.hazard.cases.Kept;
import dev.jtracer.it.hazard.cases.Languages;
import dev.jtracer.it.hazard.cases.Listeners;
import dev.jtracer.it.hazard.cases.OddPlaces;
import dev.jtracer.it.hazard.cases.References;
import dev.jtracer.it.hazard.cases.Reflection;
import dev.jtracer.it.hazard.cases.Serialization;
import dev.jtracer.it.hazard.cases.Signatures;
import dev.jtracer.it.hazard.library.Switch;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** Runs all cases, one after the other, and prints a line for each. The lines do not differ from run to run. */
public final class Hazards {
    /** The line before the program runs the cases again; it then waits for a line of input. */
    public static final String BEFORE_AGAIN = "once more?";

    /** The prefix of a case's name in the output when the case is run again. */
    public static final String AGAIN = "again ";

    private static final List<Class<?>> GROUPS = List.of(
            Association.class,
            Concurrency.class,
            Evaluations.class,
            Exceptions.class,
            Identity.class,
            Kept.class,
            Languages.class,
            Listeners.class,
            OddPlaces.class,
            References.class,
            Reflection.class,
            Serialization.class,
            Signatures.class);
    private static final long LONGEST_MILLIS = 20_000;

    private Hazards() {}

    /**
     * Runs the cases, or only those whose name contains the argument. With the system property {@code hazard.twice}
     * runs them again in the same JVM, with the static fields of the first time.
     */
    public static void main(String[] args) throws InterruptedException, IOException {
        Switch.flipAllTheTime();
        String wanted = args.length == 0 ? "" : args[0];
        runAll(wanted, "");
        if (Boolean.getBoolean("hazard.twice")) {
            System.out.println(BEFORE_AGAIN);
            System.in.read();
            runAll(wanted, AGAIN);
        }
    }

    private static void runAll(String wanted, String prefix) throws InterruptedException {
        for (Method hazard : all()) {
            if (name(hazard).contains(wanted)) {
                System.out.println(prefix + name(hazard) + ": " + outcome(hazard));
            }
        }
    }

    /** All cases, in the order in which they are run. */
    public static List<Method> all() {
        return GROUPS.stream()
                .flatMap(group -> Arrays.stream(group.getDeclaredMethods())
                        .filter(method -> method.isAnnotationPresent(Hazard.class))
                        .sorted(Comparator.comparing(Method::getName)))
                .toList();
    }

    /** Returns the name of a case in the output. */
    public static String name(Method hazard) {
        return hazard.getDeclaringClass().getSimpleName() + "." + hazard.getName();
    }

    private static String outcome(Method hazard) throws InterruptedException {
        AtomicReference<String> outcome = new AtomicReference<>("hangs");
        Thread thread = new Thread(() -> outcome.set(run(hazard)), "case");
        thread.setDaemon(true);
        thread.start();
        thread.join(LONGEST_MILLIS);
        return outcome.get();
    }

    private static Throwable rootCause(Throwable thrown) {
        Throwable cause = thrown.getCause();
        return cause == null ? thrown : rootCause(cause);
    }

    private static String run(Method hazard) {
        try {
            hazard.setAccessible(true);
            return String.valueOf(hazard.invoke(null));
        } catch (InvocationTargetException e) {
            return "threw " + rootCause(e);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
